"""What to do: whether to guess, what to call, what the others may know."""
