"""Settings, from the environment only. A bad value stops the start and says what is allowed.

| variable | what | default |
|---|---|---|
| SECRET_KEY | signs sessions and links, the same on every machine | made once and kept in var/secret-key |
| DATABASE_URL | Postgres | set by `manage.py up` |
| REDIS_URL | Redis or Valkey | set by `manage.py up` |
| DATABASE_POOL | connections that one process may hold | 8 |
| STATEMENT_SECONDS | how long one statement of a request may take before it is stopped; 0 for no limit | 30 |
| DEBUG | true or false | false |
| ALLOWED_HOSTS | comma-separated | localhost, 127.0.0.1, [::1] |
| SITE_URL | where people reach it, for links; e-mail needs it | from the request |
| TRUSTED_ORIGINS | comma-separated origins behind a proxy | none |
| EMAIL_HOST | the server that takes e-mail; without one, e-mail is printed to the log | none |
| EMAIL_PORT | its port | 587 |
| EMAIL_HOST_USER | the account at that server | none |
| EMAIL_HOST_PASSWORD | its password | none |
| EMAIL_SECURITY | starttls, tls (from the start, mostly on port 465) or none | starttls |
| EMAIL_FROM | the sender of e-mail | lectern@localhost |
| SECOND_FACTOR | who must have one: nobody (it is optional) or admins (of the site or of a project) | nobody |
| OIDC_ISSUER | the https address of an OpenID Connect provider that people may sign in with | none |
| OIDC_CLIENT_ID | how this site is called there | none |
| OIDC_CLIENT_SECRET | its secret there | none |
| OIDC_NAME | the provider's name, for the button | single sign-on |
| OIDC_ACCOUNTS | who gets an account by it: invited (people) or everybody (whom the provider knows) | invited |
| PROXIES | how many proxies are in front, each adding to X-Forwarded-For | 0 |
| PROJECT_CREATORS | who may create projects: everybody (with an account) or (site) admins | everybody |
| ACCOUNT_CREATORS | who may create accounts, by adding somebody new: project-admins or (site) admins | project-admins |
| HTTPS | true when served over TLS: secure cookies, HSTS | false |
| DATA_DIR | uploads, caches, vectors | var/ |
| FILES_BUCKET | a bucket of an S3-compatible store for uploads and word vectors | DATA_DIR/media |
| FILES_ENDPOINT | the https address of such a store, where it is not Amazon's | Amazon's |
| FILES_REGION | the region of the bucket, where the store has regions | us-east-1 |
| AWS_ACCESS_KEY_ID | names the account at the store | none |
| AWS_SECRET_ACCESS_KEY | its secret | none |
| MAX_UPLOAD_MB | size of one uploaded file | 200 |
| MAX_PAGES | pages of one PDF or deck | 500 |
| STAGED_IMPORT_DAYS | days after which an import that nobody finishes is discarded | 14 |
| WORD_VECTORS | a vector file that talk alignment uses | none |
| DICTIONARIES_DIR | tables (*.tsv: source, target, weight) for the lexical engine | DATA_DIR/dictionaries |
| TRANSLATION_MODEL | a `transformers` model that makes offline translations for the filters | none |
| BLEURT_CHECKPOINT | folder of a BLEURT checkpoint, for the filters and to score systems | none |
| COMET_CHECKPOINT | a COMET checkpoint, or its folder, for the filters and to score systems | none |
| BERTSCORE_MODEL | folder of an encoder, such as roberta-large, to score systems by BERTScore | none |
| BARTSCORE_MODEL | folder of a model such as bart-large-cnn, to score systems by BARTScore | none |
| WHISPER_MODEL | folder of a faster-whisper model, as CTranslate2 has it | none |
| SPEECH_URL | a speech service that answers as OpenAI's, up to /v1: gets recordings when people say so | none |
| SPEECH_MODEL | the model that it is asked for | whisper-1 |
| SPEECH_KEY | its key | none |
| CHAT_URL | a chat service that answers as OpenAI's, up to /v1: gets slides or scripts when people say so | none |
| CHAT_MODEL | the model that it is asked for | none |
| CHAT_KEY | its key | none |
| ACTIVITY_DAYS | how long the activity log is kept, 31 days at least | 730 |
| WEBHOOK_PRIVATE_ADDRESSES | true lets webhooks reach private addresses, and plain http | false |
| LOG_LEVEL | DEBUG, INFO, WARNING, ERROR | INFO |
"""

from __future__ import annotations

import importlib.util
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ  # type: ignore[import-untyped]
import orjson
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from annotator.importers.base import MAX_PAGES as MAX_PAGES_BY_DEFAULT
from annotator.launch.privacy import FILE_MODE, FOLDER_MODE
from annotator.platform.database_connection import CheckedConnection
from annotator.platform.queues import AFTER_ALL_OTHERS, FIRST, QUEUES, SHORT

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()


def _choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value: str = env.str(name, default=default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; allowed: {', '.join(allowed)}")
    return value


def _boolean(name: str, default: bool) -> bool:
    return _choice(name, "true" if default else "false", ("true", "false", "1", "0")) in ("true", "1")


def _whole_number(name: str, default: int, *, least: int = 1) -> int:
    try:
        value: int = env.int(name, default=default)
    except ValueError:
        value = least - 1
    if value < least:
        raise ImproperlyConfigured(f"{name} is {env.str(name, default='')!r}; allowed: a whole number from {least}")
    return value


def _service_url(name: str) -> str:
    value: str = env.str(name, default="")
    try:
        parts = urlsplit(value)
        is_wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
        is_wrong = is_wrong or "@" in parts.netloc or bool(parts.query or parts.fragment)
    except ValueError:
        is_wrong = True
    if value and (is_wrong or not re.fullmatch(r"[!-~]+", value)):
        # Without the value: somebody may have put the key into it.
        raise ImproperlyConfigured(
            f"{name} is not what it has to be: an address that begins with http:// or https://, without a user, a "
            f"question mark or #. The key goes into {name.replace('URL', 'KEY')}."
        )
    return value.rstrip("/")


def _service_key(name: str) -> str:
    value: str = env.str(name, default="")
    if value and not re.fullmatch(r"[!-~]+", value):
        raise ImproperlyConfigured(f"{name} has other characters than letters, digits and signs of ASCII.")
    return value


def _secret_key() -> str:
    if key := env.str("SECRET_KEY", default=""):
        return str(key)
    kept = DATA_DIR / "secret-key"
    if not kept.exists() or not kept.read_text():  # empty: the disk was full when it was made
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(50))
    return kept.read_text()


DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))
SECRET_KEY = _secret_key()
DEBUG = _boolean("DEBUG", False)
HTTPS = _boolean("HTTPS", False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("TRUSTED_ORIGINS", default=[])
SITE_URL = env.str("SITE_URL", default="").rstrip("/")
PROXIES = _whole_number("PROXIES", 0, least=0)
PROJECT_CREATORS = _choice("PROJECT_CREATORS", "everybody", ("everybody", "admins"))
ACCOUNT_CREATORS = _choice("ACCOUNT_CREATORS", "project-admins", ("project-admins", "admins"))

EMAIL_HOST = env.str("EMAIL_HOST", default="")
EMAIL_PORT = _whole_number("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_SECURITY = _choice("EMAIL_SECURITY", "starttls", ("starttls", "tls", "none"))
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL_SECURITY == "starttls", EMAIL_SECURITY == "tls"
EMAIL_TIMEOUT = 20
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="lectern@localhost")
if EMAIL_HOST and not SITE_URL:
    # A request's own Host header can be made up, and links to reset a password would lead there.
    raise ImproperlyConfigured("EMAIL_HOST needs SITE_URL: the address of this site that links in e-mail begin with.")
PASSWORD_RESET_TIMEOUT = 2 * 3600
SECOND_FACTOR = _choice("SECOND_FACTOR", "nobody", ("nobody", "admins"))
OIDC_ISSUER = env.str("OIDC_ISSUER", default="").rstrip("/")
OIDC_CLIENT_ID = env.str("OIDC_CLIENT_ID", default="")
OIDC_CLIENT_SECRET = env.str("OIDC_CLIENT_SECRET", default="")
OIDC_NAME = env.str("OIDC_NAME", default="single sign-on")
OIDC_ACCOUNTS = _choice("OIDC_ACCOUNTS", "invited", ("invited", "everybody"))
if OIDC_ISSUER:
    if not (OIDC_ISSUER.startswith("https://") or urlsplit(OIDC_ISSUER).hostname in ("localhost", "127.0.0.1")):
        raise ImproperlyConfigured(f"OIDC_ISSUER is {OIDC_ISSUER!r}; allowed: an address that begins with https://")
    if not (OIDC_CLIENT_ID and OIDC_CLIENT_SECRET and SITE_URL):
        raise ImproperlyConfigured("OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and SITE_URL.")

INSTALLED_APPS = [
    "annotator",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
    "allauth.account",  # the two below need it
    "allauth.mfa",
    "allauth.socialaccount",
    *(["allauth.socialaccount.providers.openid_connect"] if OIDC_ISSUER else []),  # 4 MB that few sites need
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "annotator.platform.api.middleware.CompressText",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotator.platform.api.middleware.BodyLimits",
    "annotator.platform.api.middleware.NoNullBytes",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "annotator.platform.sessions.AuthenticationMiddleware",
    "annotator.platform.api.middleware.ContentPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "annotator.people.api.actors.WhoActs",
    "axes.middleware.AxesMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "annotator.urls"
WSGI_APPLICATION = "annotator.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres://lectern@127.0.0.1:5432/lectern")}
if "postgresql" not in DATABASES["default"]["ENGINE"]:
    raise ImproperlyConfigured("DATABASE_URL must name a Postgres server: postgres://user:password@host:port/name")
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    "pool": {
        "min_size": 1,
        "max_size": _whole_number("DATABASE_POOL", 8),
        "timeout": 10,
        "connection_class": CheckedConnection,
    },
    # Those of annotator/platform/statements.py alone: Django's own never are.
    "prepare_threshold": 0,
}
# A connection that was cut (a restart of the server, a firewall) is found when it is taken and replaced, instead of
# failing one request for each that the pool held. What the check costs: annotator/platform/database_connection.py.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
STATEMENT_SECONDS = _whole_number("STATEMENT_SECONDS", 30, least=0)
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"serializer": "annotator.platform.json_cache.JsonSerializer"},
        "VERSION": 2,  # entries of version 1 were pickled
    }
}

# Django's own sessions live in Postgres, so that a restart of Redis signs nobody out.
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORD_CHARACTERS = 10
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_CHARACTERS},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "annotator.people.accounts.TokensEndWithThePassword"},
]
MFA_ADAPTER = "annotator.people.second_factor.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
SOCIALACCOUNT_ADAPTER = "annotator.people.single_sign_on.Adapter"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 10
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": OIDC_NAME,
                "client_id": OIDC_CLIENT_ID,
                "secret": OIDC_CLIENT_SECRET,
                "settings": {"server_url": OIDC_ISSUER},
            }
        ],
    }
}
KNOX_TOKEN_MODEL = "annotator.ApiToken"
# Its own migrations would make a table for the model that ours takes the place of, and that nothing empties.
MIGRATION_MODULES = {"knox": None}
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "annotator.platform.api.errors.locked_out"
AXES_CLIENT_IP_CALLABLE = "annotator.people.api.authentication.address_of"
SESSION_ENGINE = "annotator.platform.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "annotator.platform.api.errors.csrf_failure"
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        # Mantine and virtual lists set style attributes; nothing else comes inline.
        "style-src": [SELF, "'unsafe-inline'"],
        "img-src": [SELF, "data:"],
        "font-src": [SELF, "data:"],
        "media-src": [SELF, "https:", "blob:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

USE_TZ = True
TIME_ZONE = "UTC"
# English, but for what authors read: the pages and e-mails of a rating have a catalogue for each folder in locale/.
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [
    (code, code)
    for code in (
        "en",
        *sorted(folder.name for folder in (BASE_DIR / "annotator" / "locale").iterdir() if folder.is_dir()),
    )
]

FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
#: The built guides.
GUIDES_SITE = BASE_DIR / "var" / "guides"
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_ROOT = FRONTEND_DIST if FRONTEND_DIST.exists() else None
# Vite puts a hash of its content into the name of each file in assets/, so that a browser never asks for it again.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/.+-[\w-]{8}\.\w+$"
MEDIA_ROOT = DATA_DIR / "media"
FILES_BUCKET = env.str("FILES_BUCKET", default="")
FILES_ENDPOINT = env.str("FILES_ENDPOINT", default="")
FILES_REGION = env.str("FILES_REGION", default="")
# How long a request waits for such a store, and how often it asks.
STORE_CONNECT_SECONDS, STORE_READ_SECONDS, STORE_ATTEMPTS = 3, 10, 2


def files_in(
    bucket: str, *, endpoint: str = "", region: str = "", access_key: str = "", secret_key: str = ""
) -> dict[str, Any]:
    """Django's storage for files in a bucket of an S3-compatible store."""
    if importlib.util.find_spec("storages") is None or importlib.util.find_spec("boto3") is None:
        raise ImproperlyConfigured("FILES_BUCKET needs django-storages[s3]: install it, or unset the variable.")
    # Addresses are signed and end after some minutes: nothing in the bucket is public.
    return {
        "BACKEND": "annotator.platform.object_store.ObjectStore",
        "OPTIONS": {
            "bucket_name": bucket,
            "endpoint_url": endpoint or None,
            "region_name": region or "us-east-1",
            "access_key": access_key or None,
            "secret_key": secret_key or None,
            "querystring_expire": 900,
            "file_overwrite": False,
            "default_acl": None,
        },
    }


_FILES: dict[str, Any] = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
if FILES_BUCKET:
    _FILES = files_in(
        FILES_BUCKET,
        endpoint=FILES_ENDPOINT,
        region=FILES_REGION,
        access_key=env.str("AWS_ACCESS_KEY_ID", default=""),
        secret_key=env.str("AWS_SECRET_ACCESS_KEY", default=""),
    )
STORAGES = {
    "default": _FILES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MAX_UPLOAD_BYTES = _whole_number("MAX_UPLOAD_MB", 200) * 1024 * 1024
MAX_PAGES = _whole_number("MAX_PAGES", MAX_PAGES_BY_DEFAULT)
STAGED_IMPORT_DAYS = _whole_number("STAGED_IMPORT_DAYS", 14)
# The database refuses to delete younger entries (its trigger, in migration 0001_first_release).
ACTIVITY_DAYS = _whole_number("ACTIVITY_DAYS", 730, least=31)
# Beside the uploads they become, so that storing one is a rename; and on a disk, where /tmp is often memory.
FILE_UPLOAD_TEMP_DIR = DATA_DIR / "tmp"
FILE_UPLOAD_TEMP_DIR.mkdir(parents=True, exist_ok=True)
FILE_UPLOAD_PERMISSIONS = FILE_MODE
FILE_UPLOAD_DIRECTORY_PERMISSIONS = FOLDER_MODE
FILE_UPLOAD_HANDLERS = [
    "django.core.files.uploadhandler.MemoryFileUploadHandler",  # takes requests of up to 2.5 MB
    "annotator.platform.api.uploads.LimitedFileUploadHandler",
]
# How large a body may be depends on its address: annotator/platform/api/body_limits.py.
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 500
WEBHOOK_PRIVATE_ADDRESSES = _boolean("WEBHOOK_PRIVATE_ADDRESSES", False)
WORD_VECTORS = env.str("WORD_VECTORS", default="")
DICTIONARIES_DIR = Path(env.str("DICTIONARIES_DIR", default=str(DATA_DIR / "dictionaries")))
TRANSLATION_MODEL = env.str("TRANSLATION_MODEL", default="")
BLEURT_CHECKPOINT = env.str("BLEURT_CHECKPOINT", default="")
COMET_CHECKPOINT = env.str("COMET_CHECKPOINT", default="")
BERTSCORE_MODEL = env.str("BERTSCORE_MODEL", default="")
BARTSCORE_MODEL = env.str("BARTSCORE_MODEL", default="")
WHISPER_MODEL = env.str("WHISPER_MODEL", default="")
SPEECH_URL = _service_url("SPEECH_URL")
SPEECH_MODEL = env.str("SPEECH_MODEL", default="whisper-1")
SPEECH_KEY = _service_key("SPEECH_KEY")
CHAT_URL = _service_url("CHAT_URL")
CHAT_MODEL = env.str("CHAT_MODEL", default="")
CHAT_KEY = _service_key("CHAT_KEY")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotator.people.api.authentication.SessionAuthentication",
        "annotator.people.api.authentication.TokenAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["annotator.people.permissions.MatrixPermission"],
    # Forms with files are read by the few views that name a parser for them.
    "DEFAULT_PARSER_CLASSES": ["annotator.platform.api.parsers.StorableJSONParser"],
    # A review of 5,000 rows is 6 MB of JSON: ten times as fast as by the standard library.
    "DEFAULT_RENDERER_CLASSES": ["drf_orjson_renderer.renderers.ORJSONRenderer"],
    "ORJSON_RENDERER_OPTIONS": (orjson.OPT_UTC_Z, orjson.OPT_NON_STR_KEYS),
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "annotator.platform.api.pagination.Pages",
    "EXCEPTION_HANDLER": "annotator.platform.api.errors.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # Every answer has one format; otherwise `?format=` would be taken for another renderer, and answered with 404.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_THROTTLE_RATES": {
        "sign_in": "30/min",
        "reset": "10/min",
        "join": "60/min",
        "digests": "60/min",
        "author": "240/min",
        "demo": "10/hour",
        "release_page": "240/min",
    },
    # Without it, whoever sends a made-up X-Forwarded-For counts as somebody new each time.
    "NUM_PROXIES": PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Lectern",
    "DESCRIPTION": "Align talks with what they are about, check every link, release gold.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_NO_READ_ONLY_REQUIRED": False,
    "ENUM_NAME_OVERRIDES": {
        "RunState": "annotator.aligning.models.runs.RunState",
        "InvitationState": "annotator.authors.models.ratings.InvitationState",
        "MailVerb": "annotator.authors.models.asked.MAIL_VERBS",
        "TextDimension": "annotator.authors.models.ratings.Dimension",
        "LineState": "annotator.authors.lines.LineState",
        "ReviewState": "annotator.reviewing.models.reviews.ReviewState",
        "ImportState": "annotator.corpus.models.imports.ImportState",
        "Role": "annotator.people.models.projects.Role",
        "DocumentKind": "annotator.corpus.models.documents.DocumentKind",
        "DeliveryState": "annotator.people.models.webhooks.DeliveryState",
        "PairKind": "annotator.corpus.models.pairs.PairKind",
        # Of searches of recordings and of recognitions: they have the same.
        "WorkState": "annotator.decks.models.searches.SearchState",
        "NoSlideKind": "alignment.slides.timeline.KINDS",
        "SlideBlockKind": "alignment.slide_text.blocks.KINDS",
        "SlideLineSource": "annotator.decks.slide_text.blocks.SOURCES",
        "TimelineOrigin": "annotator.decks.models.timelines.TimelineOrigin",
        "RecognitionOrigin": "annotator.recordings.models.recognitions.RecognitionOrigin",
        "CheckState": "annotator.recordings.models.checks.CheckState",
        "PassKind": "annotator.recordings.models.checks.PassKind",
        "PassState": "annotator.recordings.models.checks.PassState",
        "SpotCheckKind": "annotator.teams.models.spot_checks.SpotCheckKind",
        "SpotCheckState": "annotator.teams.models.spot_checks.SpotCheckState",
        "MaskChoice": "annotator.recordings.models.checks.MaskChoice",
        "ClipForm": "annotator.recordings.models.segments.ClipForm",
        "GenerationDirection": "annotator.summaries.models.generated.Direction",
        "PassageUnit": "annotator.summaries.models.passages.PassageUnit",
        "PassageBasis": "annotator.summaries.models.passages.PassageBasis",
        "PassageMethod": "annotator.summaries.models.passages.PassageMethod",
        "ExportState": "annotator.site.models.moving.ExportState",
        "ProjectImportState": "annotator.site.models.moving.ProjectImportState",
        "PeopleShown": "annotator.releases.models.releases.PeopleShown",
        "PairStage": "annotator.corpus.pair_filters.Stage",
        "ReviewKind": "annotator.reviewing.models.reviews.ReviewKind",
        "RowStatus": "annotator.reviewing.models.reviews.RowStatus",
        "Newness": "annotator.corpus.api.import_serializers.NEWNESS",
        "BoardState": "annotator.teams.assigning.board.BoardState",
        "SlotState": "annotator.reviewing.models.slots.SlotState",
        "BulkState": "annotator.aligning.models.bulk_alignments.BulkState",
        "SummaryLength": "annotator.summaries.models.summaries.SummaryLength",
        "ReleaseState": "annotator.releases.models.releases.ReleaseState",
        "ReleaseVariant": "annotator.releases.models.releases.Variant",
        "SystemState": "annotator.releases.models.systems.SystemState",
        "SystemKind": "annotator.releases.models.systems.SystemKind",
        "GoldBasis": "annotator.reviewing.gold.Basis",
        "SizedBy": "annotator.releases.curation.rules.SizedBy",
        "TrainingBasis": "annotator.summaries.models.training.TrainingBasis",
        "TrainingSetState": "annotator.summaries.models.training.TrainingSetState",
        "TrainedModelState": "annotator.summaries.models.training.TrainedModelState",
        "SummaryBasis": "annotator.summaries.models.summaries.SummaryBasis",
        "SummarySetKind": "annotator.summaries.models.evaluation.SummarySetKind",
        "SlidesBasis": "annotator.summaries.models.slides.SlidesBasis",
        "SlidesTask": "annotator.summaries.models.slides.SlidesTask",
        "Side": "annotator.reviewing.models.reviews.Side",
        "TrainingVariant": "annotator.summaries.api.training.VARIANT_CHOICES",
        "WantedLabel": "annotator.releases.curation.rules.Wanted",
    },
}

CELERY_BROKER_URL = REDIS_URL
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A killed worker's message comes back after this long. Tasks claim their row, so a message that comes back while
# the first worker is alive finds the row taken and does nothing.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "priority_steps": [FIRST, AFTER_ALL_OTHERS],
}
CELERY_TASK_QUEUES = tuple(Queue(name) for name in QUEUES)  # what a worker serves that names none
CELERY_TASK_DEFAULT_QUEUE = SHORT
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
SWEEP_SECONDS = 5
HEARTBEAT_SECONDS = 3
STRANDED_SECONDS = 15
MAX_ATTEMPTS = 3

LOG_LEVEL = _choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "annotator.platform.logs.formatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {"celery": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False}},
}
