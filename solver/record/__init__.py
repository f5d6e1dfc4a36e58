"""What one player saw of a round: the record, its written forms, and what follows from counting cards."""
