"""Where infrarouge meets other packages; each module needs its extra and is imported on use."""
