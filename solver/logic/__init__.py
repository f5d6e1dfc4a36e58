"""What a record implies: the meaning of every answer as a formula, and two independent readers of it."""
