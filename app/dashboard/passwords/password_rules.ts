import { weaknessOf, type Guessable } from '#app/identity/users/password_strength'

const MIN = 12
/** A longer one would only cost time to hash. */
const MAX = 1_000

/** What somebody who knows a person of this tenant would try first. */
export function guessableOf(
  { name, email }: { name: string; email: string },
  tenant: { name: string; slug: string }
): Guessable {
  return { name, email, tenant: [tenant.name, tenant.slug] }
}

/** What is wrong with a new password; null where nothing is. */
export function faultOfPassword(
  password: unknown,
  repeated: unknown,
  known: Guessable
): string | null {
  if (typeof password !== 'string' || password.length < MIN || password.includes('\0'))
    return `Use at least ${MIN} characters.`
  if (password.length > MAX) return `Use at most ${MAX} characters.`
  if (password !== repeated) return 'The passwords do not match. Type them again.'
  return weaknessOf(password, known)
}
