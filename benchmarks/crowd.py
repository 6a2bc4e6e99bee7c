"""Many requests of one kind at a time, from a process of its own: what `loads.py` starts. Only from the standard
library, as it is started for each address of the API.

Takes as JSON the address, the method, the body and the headers. Says "begun" once all have asked, and when its standard
input ends how many answers there were of each status.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
import threading
from collections import Counter
from urllib.parse import urlsplit

N_AT_ONCE = 50
#: By then each has sent its first request, or something is wrong.
BEGIN_SECONDS = 60


def main(url: str, method: str, body: str | None, headers: dict[str, str]) -> None:
    parts = urlsplit(url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    answers: Counter[str] = Counter()
    asked = threading.Barrier(N_AT_ONCE + 1)

    def ask() -> None:
        connection = http.client.HTTPConnection(parts.netloc, timeout=300)
        has_begun = False
        while True:
            try:
                connection.request(method, path, body, headers)
                if not has_begun:
                    has_begun = True
                    asked.wait()
                answer = connection.getresponse()
                answer.read()
                answers[str(answer.status)] += 1
            except (OSError, http.client.HTTPException) as error:
                answers[type(error).__name__] += 1
                connection.close()

    for _ in range(N_AT_ONCE):
        threading.Thread(target=ask, daemon=True).start()
    asked.wait(BEGIN_SECONDS)
    print("begun", flush=True)
    sys.stdin.read()
    print(json.dumps(answers), flush=True)
    os._exit(0)  # what is still asked for is nobody's any more


if __name__ == "__main__":
    main(*json.loads(sys.argv[1]))
