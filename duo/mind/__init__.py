"""The partner: what people associate, and what to do with it."""
