"""What is known of words: model files, vocabulary, signals and their blend."""
