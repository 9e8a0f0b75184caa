"""A model of one's own: word vectors that others published, made into a folder that duo reads."""
