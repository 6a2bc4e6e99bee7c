"""The web server's front: clients in an event loop, Django in a few threads that never wait for a client."""
