import env from '#start/env'
import { defineConfig, transports } from '@adonisjs/mail'

const username = env.get('SMTP_USERNAME')

export const smtp = {
  host: env.get('SMTP_HOST'),
  port: env.get('SMTP_PORT'),
  secure: env.get('SMTP_SECURE') ?? false,
  pool: true as const,
  /** As many mails are under way at once, of all that a worker has in hand. */
  maxConnections: 10,
  /** A mail whose connection broke may have been accepted: whether it goes out again is decided in the outbox. */
  maxRequeues: 0,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  /** What people typed never becomes a file or a URL to be read. */
  disableFileAccess: true,
  disableUrlAccess: true,
  auth: username
    ? { type: 'login' as const, user: username, pass: env.get('SMTP_PASSWORD')?.release() ?? '' }
    : undefined,
}

const mailConfig = defineConfig({
  default: 'smtp',
  mailers: { smtp: transports.smtp(smtp) },
})

export default mailConfig

declare module '@adonisjs/mail/types' {
  export interface MailersList extends InferMailers<typeof mailConfig> {}
}
