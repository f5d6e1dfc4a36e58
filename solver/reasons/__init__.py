"""Why: what clashes in a record that no deal fits, what would mend it, and why a thing is certain."""
