/** What a long-running process was started with that it must not have, each a sentence for whoever starts it. */
export class SettingsRefused extends Error {
  constructor(reasons: readonly string[]) {
    super(reasons.join(' '))
  }
}

interface Settings {
  NODE_ENV?: string
  DATABASE_ADMIN_URL?: string
  DATABASE_SECRET_MIGRATOR?: string
  PUBLIC_SCHEME?: string
  PLAIN_HTTP?: string
}

/** Asked by web and worker before they begin. @throws SettingsRefused in production, where whoever reads their environment should find little */
export function assertProcessSettings(settings: Settings, kind: 'web' | 'worker'): void {
  if (settings.NODE_ENV !== 'production') return
  const reasons = [
    settings.DATABASE_ADMIN_URL &&
      'DATABASE_ADMIN_URL is set: it is for cell:prepare alone. Take it out of the environment of web and worker.',
    kind === 'web' &&
      settings.DATABASE_SECRET_MIGRATOR &&
      'DATABASE_SECRET_MIGRATOR is set: it is for the worker and for commands. Take it out of the environment of web.',
    settings.PUBLIC_SCHEME === 'http' &&
      settings.PLAIN_HTTP !== 'accepted' &&
      'PUBLIC_SCHEME is http: cookies, keys and documents would travel in the clear. Set it to https, or set PLAIN_HTTP=accepted on your own machine.',
  ].filter((reason) => typeof reason === 'string' && reason !== '')
  if (reasons.length > 0) throw new SettingsRefused(reasons as string[])
}
