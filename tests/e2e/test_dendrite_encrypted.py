"""Encrypted rooms on a Dendrite. These tests need a bot that is built with encryption."""

from e2e import test_encrypted
from e2e.dendrite import Dendrite
from e2e.test_dendrite import RESTART


class DendriteEncrypted(test_encrypted.Encrypted):
    homeserver_class = Dendrite
    restart_delay = RESTART
