"""Everything that moves a number, as values: rule groups, profiles, quirks.

Importing any module of this folder fills the catalogue, so that every profile is known by its name.
"""

from infrarouge.rules import catalogue as catalogue
