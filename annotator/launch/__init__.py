"""The implementation of ``manage.py``: the environment, the embedded servers, ``up`` and ``test``.

At module level, everything here imports only the standard library, because ``manage.py`` imports it before the virtual
environment exists. Installed packages are imported inside the functions that run within ``.venv``.
"""
