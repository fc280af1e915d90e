/** Messages of errors may quote addresses, values or secrets: the log gets what kind of error it was, and where. */
export function errorOutline(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? error.code : undefined
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
  return { name: error.constructor.name, code, at }
}
