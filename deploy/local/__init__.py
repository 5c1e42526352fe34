"""A homeserver, the bot and its players on this one machine: the demonstration and the tests use it."""
