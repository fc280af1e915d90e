import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { normalized } from './normalized.js'
import { weaknessOf, type Guessable } from './password_strength.js'

/** In characters, whatever they are (NIST SP 800-63B, 5.1.1.2): a letter of two code units counts once. */
export const MIN_PASSWORD = 12
/** In code units. A longer one would only cost time to hash. */
export const MAX_PASSWORD = 1_000

/** What somebody who knows a person of this tenant would try first. */
export function guessableOf(
  { name, email }: { name: string; email: string },
  tenant: { name: string; slug: string }
): Guessable {
  return { name, email, tenant: [tenant.name, tenant.slug] }
}

/** What is wrong with a new password; null where nothing is. Every character is allowed but NUL, which no keyboard has. */
export function faultOfPassword(
  password: unknown,
  repeated: unknown,
  known: Guessable,
  phrases = DashboardPhrasebook.speaking('en')
): string | null {
  if (typeof password !== 'string' || password.includes('\0') || isShort(password))
    return phrases.t('passwords.too_short', { min: MIN_PASSWORD })
  if (password.length > MAX_PASSWORD) return phrases.t('passwords.too_long', { max: MAX_PASSWORD })
  if (password !== repeated) return phrases.t('passwords.no_match')
  return weaknessOf(password, known, phrases)
}

function isShort(password: string): boolean {
  return [...normalized(password)].length < MIN_PASSWORD
}
