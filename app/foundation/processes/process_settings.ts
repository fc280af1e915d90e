import { postgresUrl } from '../postgres_address.js'
import { StartRefused } from './start_refused.js'

/** What a long-running process was started with that it must not have, each a sentence for the person who starts it. */
export class SettingsRefused extends StartRefused {
  constructor(reasons: readonly string[]) {
    super(reasons.join(' '))
  }
}

interface Settings {
  NODE_ENV?: string
  DATABASE_URL?: string
  CELLS?: string
  DATABASE_ADMIN_URL?: string
  DATABASE_BACKUP_URL?: string
  DATABASE_SECRET_RELAY?: string
  DATABASE_SECRET_MIGRATOR?: string
  PUBLIC_SCHEME?: string
  PLAIN_HTTP?: string
}

/** What a web process is started without, beside the environment of a command: it relays nothing and makes no schemas. */
export const WITHHELD_FROM_WEB = {
  DATABASE_ADMIN_URL: '',
  DATABASE_BACKUP_URL: '',
  DATABASE_SECRET_RELAY: '',
  DATABASE_SECRET_MIGRATOR: '',
} as const satisfies Settings

/** Asked by web and worker before they begin. @throws SettingsRefused in production, where a stranger who reads their environment should find little */
export function assertProcessSettings(settings: Settings, kind: 'web' | 'worker'): void {
  if (settings.NODE_ENV !== 'production') return
  const reasons = [
    settings.DATABASE_ADMIN_URL &&
      'DATABASE_ADMIN_URL is set: it is for cell:prepare alone. Take it out of the environment of web and worker.',
    settings.DATABASE_BACKUP_URL &&
      'DATABASE_BACKUP_URL is set: it is for backup:create alone. Take it out of the environment of web and worker.',
    ...(kind === 'web' ? tooMuchForWeb(settings) : []),
    settings.PUBLIC_SCHEME === 'http' &&
      settings.PLAIN_HTTP !== 'accepted' &&
      'PUBLIC_SCHEME is http: cookies, keys and documents would travel in the clear. Set it to https, or set PLAIN_HTTP=accepted on your own machine.',
  ].filter((reason) => typeof reason === 'string' && reason !== '')
  if (reasons.length > 0) throw new SettingsRefused(reasons as string[])
}

/** Web is the logins `platform` and `app`. One password in an address is the secret of all four. */
function tooMuchForWeb(settings: Settings) {
  const cells = (settings.CELLS ?? '').split(/\s+/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  return [
    settings.DATABASE_SECRET_MIGRATOR &&
      'DATABASE_SECRET_MIGRATOR is set: it is for the worker and for commands. Take it out of the environment of web.',
    settings.DATABASE_SECRET_RELAY &&
      'DATABASE_SECRET_RELAY is set: it is for the worker and for commands. Take it out of the environment of web.',
    hasPassword(settings.DATABASE_URL) && onePassword('DATABASE_URL'),
    cells.some(hasPassword) && onePassword('CELLS'),
  ]
}

function hasPassword(address = ''): boolean {
  const url = URL.parse(postgresUrl(address))
  return url !== null && url.password !== ''
}

function onePassword(name: string): string {
  return `${name} has a password, which is the secret of all four logins. Take it out and set DATABASE_SECRET_PLATFORM and DATABASE_SECRET_APP for web (docs/deploy, "Secrets of the database").`
}
