"""How likely: exact weights of all deals that fit a record."""
