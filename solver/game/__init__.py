"""The game as its rules state it; knows nothing of what any player saw."""
