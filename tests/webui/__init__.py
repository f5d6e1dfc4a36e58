"""The page and the HTTP API, through Flask's test client."""
