import { Env } from '@adonisjs/core/env'
import { appKey } from '#app/foundation/keys/app_key'

const ROOT = new URL('../', import.meta.url)

/** The folder of package.json, for the sources and for what `npm run build` makes of them, which the next build replaces. */
const PROJECT = ROOT.pathname.endsWith('/build/') ? new URL('../', ROOT) : ROOT

/** Every variable that the application reads, from the environment or from `.env`; `.env.example` explains each. */
export default await Env.create(PROJECT, {
  NODE_ENV: Env.schema.enum(['development', 'production', 'test'] as const),
  HOST: Env.schema.string({ format: 'host' }),
  PORT: Env.schema.number(),
  LOG_LEVEL: Env.schema.string.optional(),
  APP_KEY: appKey,
  DRAIN_SECONDS: Env.schema.number.optional(),
  METRICS_PORT: Env.schema.number.optional(),
  METRICS_HOST: Env.schema.string.optional({ format: 'host' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Env.schema.string.optional({ format: 'url', tld: false }),
  OTEL_EXPORTER_OTLP_HEADERS: Env.schema.secret.optional(),
  OTEL_TRACES_SAMPLER_ARG: Env.schema.number.optional(),

  PLATFORM_DOMAIN: Env.schema.string(),
  PUBLIC_SCHEME: Env.schema.enum(['http', 'https'] as const),
  PUBLIC_PORT: Env.schema.number.optional(),
  PLAIN_HTTP: Env.schema.enum.optional(['accepted'] as const),
  TRUSTED_PROXIES: Env.schema.string.optional(),
  TARGET_DOMAIN: Env.schema.string.optional(),
  SECURITY_CONTACT: Env.schema.string.optional(),
  DNS_SERVERS: Env.schema.string.optional(),

  DATABASE_URL: Env.schema.string(),
  DATABASE_ADMIN_URL: Env.schema.string.optional(),
  DATABASE_BACKUP_URL: Env.schema.string.optional(),
  DATABASE_SECRET_PLATFORM: Env.schema.string.optional(),
  DATABASE_SECRET_APP: Env.schema.string.optional(),
  DATABASE_SECRET_RELAY: Env.schema.string.optional(),
  DATABASE_SECRET_MIGRATOR: Env.schema.string.optional(),
  DATABASE_POOL: Env.schema.number.optional(),
  DATABASE_TENANT_POOL: Env.schema.number.optional(),
  DATABASE_WAIT_MS: Env.schema.number.optional(),
  DATABASE_WAITERS: Env.schema.number.optional(),
  CELLS: Env.schema.string.optional(),
  REDIS_URL: Env.schema.string(),
  REDIS_SENTINEL_PASSWORD: Env.schema.string.optional(),

  KEYS_DIR: Env.schema.string(),
  CHECKPOINTS_DIR: Env.schema.string.optional(),
  KEY_BACKUP_DAYS: Env.schema.number.optional(),
  BACKUP_HOURS: Env.schema.number.optional(),
  DRIVE_DISK: Env.schema.enum(['fs', 's3'] as const),
  STORAGE_DIR: Env.schema.string.optionalWhen(process.env.DRIVE_DISK !== 'fs'),
  S3_ENDPOINT: Env.schema.string.optional(),
  S3_REGION: Env.schema.string.optionalWhen(process.env.DRIVE_DISK !== 's3'),
  S3_BUCKET: Env.schema.string.optionalWhen(process.env.DRIVE_DISK !== 's3'),
  S3_ACCESS_KEY_ID: Env.schema.string.optionalWhen(process.env.DRIVE_DISK !== 's3'),
  S3_SECRET_ACCESS_KEY: Env.schema.secret.optionalWhen(process.env.DRIVE_DISK !== 's3'),

  SMTP_HOST: Env.schema.string(),
  SMTP_PORT: Env.schema.number(),
  SMTP_USERNAME: Env.schema.string.optional(),
  SMTP_PASSWORD: Env.schema.secret.optional(),
  SMTP_SECURE: Env.schema.boolean.optional(),
  MAIL_FROM: Env.schema.string(),
  MAIL_BOUNCE_DOMAIN: Env.schema.string.optional(),
  MAIL_BOUNCE_LISTEN: Env.schema.string.optional(),

  SMS_URL: Env.schema.string.optional(),
  SMS_ACCOUNT: Env.schema.string.optional(),
  SMS_TOKEN: Env.schema.secret.optional(),
  SMS_FROM: Env.schema.string.optional(),

  OUTBOUND_ALLOW_PRIVATE: Env.schema.string.optional(),
  OUTBOUND_REFUSE: Env.schema.string.optional(),
  LOG_WITNESSES: Env.schema.string.optional(),
  TSA_URL: Env.schema.string.optional(),
  TSA_CA: Env.schema.string.optional(),
  TSA_RETIRED: Env.schema.string.optional(),
  SEAL_LEVEL: Env.schema.enum.optional(['B-T', 'B-LT', 'B-LTA'] as const),
  WORKER_SLOTS: Env.schema.number.optional(),
  WALL_EXCEPTIONS: Env.schema.string.optional(),
  FAULT_POINT: Env.schema.string.optional(),
})
