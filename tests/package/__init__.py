"""The Debian package, installed in a root of its own."""
