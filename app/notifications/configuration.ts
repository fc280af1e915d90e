import { Setting } from '#app/foundation/setting'

/** What the platform's own mails come from. */
export const mailFrom = new Setting<string>('sender of mails')

/** How any mail server is talked to. */
export interface SmtpManners {
  /** To the platform's own: as many mails are under way at once, of all that a worker has in hand. */
  maxConnections: number
  /** Milliseconds, each. */
  connectionTimeout: number
  greetingTimeout: number
  socketTimeout: number
  disableFileAccess: boolean
  disableUrlAccess: boolean
}

export const smtpManners = new Setting<SmtpManners>('mail servers')
