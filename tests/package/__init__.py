"""Tests of the Debian package, which is installed in a root directory made for the tests."""
