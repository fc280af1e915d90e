import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isCommon } from './common_password_digests.js'

/** Shorter words are in too many sentences. */
const MIN_WORD = 4
const REPEATED = /^(.{1,8})\1+$/su

/** What somebody who knows the person would try first. */
export interface Guessable {
  name: string
  email: string
  /** Names of the tenant. */
  tenant: readonly string[]
}

/**
 * Why a new password is easy to guess, in a sentence; null for one that is not. Nothing is asked of its characters (NIST SP 800-63B, 5.1.1.2). Spelling
 * does not matter: capital letters and ways of writing the same letter are folded.
 */
export function weaknessOf(
  password: string,
  { name, email, tenant }: Guessable,
  { t } = DashboardPhrasebook.speaking('en')
): string | null {
  const folded = fold(password)
  if (isCommon(folded)) return t('passwords.common')
  if (REPEATED.test(folded) || isSequence(folded)) return t('passwords.repeating')
  const [local, domain] = email.split('@')
  const words = [...name.split(/\s+/u), local, domain.split('.')[0], ...tenant].map(fold)
  return words.some((word) => word.length >= MIN_WORD && folded.includes(word))
    ? t('passwords.personal')
    : null
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** `abcdefghijkl`, `210987654321` counted without a break. */
function isSequence(text: string): boolean {
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
