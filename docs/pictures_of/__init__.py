"""The states of the application, one module a screen; docs/take_pictures.py takes them."""
