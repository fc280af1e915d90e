const MIN = 12
/** A longer one would only cost time to hash. */
const MAX = 1_000

/** What is wrong with a new password; null where nothing is. */
export function faultOfPassword(password: unknown, repeated: unknown): string | null {
  if (typeof password !== 'string' || password.length < MIN || password.includes('\0'))
    return `Use at least ${MIN} characters.`
  if (password.length > MAX) return `Use at most ${MAX} characters.`
  return password === repeated ? null : 'The passwords do not match. Type them again.'
}
