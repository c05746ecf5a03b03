"""What people look at: reports, tables, comparisons, explanations, the page."""
