const MISSING = new Set(['ENOENT', 'NoSuchKey', 'NotFound'])

/** Whether a disk says that it has no such file, as opposed to failing to answer. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const names = [error.name, 'code' in error ? String(error.code) : '']
  return names.some((name) => MISSING.has(name)) || isMissing(error.cause)
}
