"""What stands behind ``manage.py``: the environment, the embedded servers, ``up`` and ``test``.

Nothing here imports anything but the standard library at module level: ``manage.py`` reads it before the virtual
environment exists. What needs an installed package imports it inside the function that runs within ``.venv``.
"""
