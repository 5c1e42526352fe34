"""End to end: the bot and players with a client library of their own, on a real Synapse."""
