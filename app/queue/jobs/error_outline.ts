const MAX_REASON = 300

/**
 * Messages of errors may quote addresses, values or secrets: the log gets what kind of error it was, and where. A class whose
 * messages never quote what people wrote says so by a static `isLoggable`, and is logged with its message.
 */
export function errorOutline(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? error.code : undefined
  const { isLoggable } = error.constructor as { isLoggable?: boolean }
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
  const reason = isLoggable ? error.message.slice(0, MAX_REASON) : undefined
  return { name: error.constructor.name, code, reason, at }
}
