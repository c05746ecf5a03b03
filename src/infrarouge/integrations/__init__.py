"""Tables of other libraries scored where they are: one module for each, imported when it is used."""
