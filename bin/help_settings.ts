/** What `start/env` demands, where there is only help to print: nothing is reached by it. */
const PLACEHOLDERS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '3333',
  APP_KEY: '0123456789abcdefghijklmnopqrstuv',
  PLATFORM_DOMAIN: 'sign.example.com',
  PUBLIC_SCHEME: 'https',
  DATABASE_URL: 'postgres://countersign@127.0.0.1:1/countersign',
  DATABASE_SECRET_PLATFORM: 'unset',
  DATABASE_SECRET_APP: 'unset',
  DATABASE_SECRET_RELAY: 'unset',
  DATABASE_SECRET_MIGRATOR: 'unset',
  REDIS_URL: 'redis://127.0.0.1:1/0',
  KEYS_DIR: 'keys',
  DRIVE_DISK: 'fs',
  STORAGE_DIR: 'storage',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '1',
  MAIL_FROM: 'no-reply@sign.example.com',
}

/** Whether the list of commands is asked for, or what one of them takes: before anything is set up as well. */
export function asksForHelp(args: readonly string[]): boolean {
  const [command] = args
  return (
    command === undefined || command === 'list' || args.includes('--help') || args.includes('-h')
  )
}

/** Fills in what is not set, so that help can be printed. */
export function settleForHelp(): void {
  process.env = { ...PLACEHOLDERS, ...process.env }
}
