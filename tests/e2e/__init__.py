"""End-to-end tests: the bot, and players who use another Matrix library, on a real Synapse."""
