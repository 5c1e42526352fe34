"""A homeserver, the bot and players on this machine, for the demonstration and the tests."""
