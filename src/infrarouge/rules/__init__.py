"""Everything that moves a number, as values: rule groups, profiles, quirks."""
