const OUTBOUND = 'webhooks,documents,smtp,tsa,sso'

/**
 * The settings of the demo's web, worker and commands.
 *
 * @param options.nodeEnv  `production`, or `development` where somebody edits the sources
 */
export function demoSettings({ folder, secrets, host, port, services, nodeEnv }) {
  return {
    NODE_ENV: nodeEnv,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    HOST: host,
    DRAIN_SECONDS: '0',
    PORT: String(port),
    APP_KEY: secrets.appKey,
    PLATFORM_DOMAIN: 'localhost',
    PUBLIC_SCHEME: 'http',
    PLAIN_HTTP: 'accepted',
    PUBLIC_PORT: String(port),
    DATABASE_URL: services.databaseUrl,
    DATABASE_SECRET_PLATFORM: services.loginSecrets.platform,
    DATABASE_SECRET_APP: services.loginSecrets.app,
    DATABASE_SECRET_RELAY: services.loginSecrets.relay,
    DATABASE_SECRET_MIGRATOR: services.loginSecrets.migrator,
    DATABASE_ADMIN_URL: services.databaseAdminUrl,
    REDIS_URL: services.redisUrl,
    KEYS_DIR: folder.at('keys'),
    CHECKPOINTS_DIR: folder.at('checkpoints'),
    DRIVE_DISK: 'fs',
    STORAGE_DIR: folder.at('storage'),
    SMTP_HOST: services.mail.smtpHost,
    SMTP_PORT: String(services.mail.smtpPort),
    MAIL_FROM: 'sign@countersign.localhost',
    OUTBOUND_ALLOW_PRIVATE: OUTBOUND,
  }
}

/** What prepares the database is an administrator and every login; what serves it has the secrets that it needs. */
export function workerEnvironment(env) {
  return { ...env, DATABASE_ADMIN_URL: '' }
}

export function webEnvironment(env) {
  return { ...workerEnvironment(env), DATABASE_SECRET_RELAY: '', DATABASE_SECRET_MIGRATOR: '' }
}
