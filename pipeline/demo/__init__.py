"""A made-up ferry company: its website, and an assistant for it with planted faults."""
