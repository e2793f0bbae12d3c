"""One board each."""
