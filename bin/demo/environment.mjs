const OUTBOUND = 'webhooks,documents,smtp,tsa'

/** The environment variables of the demo's web, worker and commands. */
export function demoEnvironment({ folder, secrets, host, port, services }) {
  return {
    ...process.env,
    NODE_ENV: 'production',
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
