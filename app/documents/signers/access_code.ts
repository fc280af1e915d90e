import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { plainDigits } from '#app/foundation/plain_digits'
import { safeEqual } from '#app/foundation/opaque_token'
import type { Vault } from '../files/vault.js'
import type { CodeChannel } from './one_time_code.js'

/** How a signer may be asked for more than the link before it shows anything: a code that the sender agreed with them by another way, or one that is sent to them. */
export type AccessCheck = 'code' | `${CodeChannel}_code`

interface Asked {
  accessCommitment: string | null
  oneTimeCode: CodeChannel | null
}

/** What a signer is asked for; null where the link is enough. */
export function accessCheckOf({ accessCommitment, oneTimeCode }: Asked): AccessCheck | null {
  if (accessCommitment === null) return null
  return oneTimeCode === null ? 'code' : `${oneTimeCode}_code`
}

/** Counted as it is compared. */
export const MIN_LENGTH = 6
export const MAX_LENGTH = 64
const MIN_DISTINCT = 3

/** Over the phone nobody says spaces, hyphens and capitals the same way twice, and keyboards have digits of their own. */
export function comparable(code: string): string {
  return plainDigits(spelled(code))
}

function spelled(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase()
}

/** What is wrong with a code that a sender chose; nothing where it will do. */
export function accessCodeFaults(path: InputPath, code: string): InputFault[] {
  const characters = [...comparable(code)]
  if (characters.length < MIN_LENGTH)
    return [{ path, code: 'too_short', message: `A code has at least ${MIN_LENGTH} characters` }]
  if (characters.length > MAX_LENGTH)
    return [{ path, code: 'too_long', message: `A code has at most ${MAX_LENGTH} characters` }]
  if (isObvious(characters))
    return [{ path, code: 'too_easy', message: 'This code is among the first that others try' }]
  return []
}

/**
 * What is kept of a code. It is made with the document's key, so that nobody can try out short codes on a copy of the database, and holds
 * for each signer of one document.
 */
export function commitmentToCode(vault: Vault, code: string): string {
  return vault.commitmentTo('access-code', comparable(code))
}

export function isCode(vault: Vault, code: string, commitment: string): boolean {
  // of digits of other scripts those count as well that were agreed before all counted alike
  return [commitmentToCode(vault, code), vault.commitmentTo('access-code', spelled(code))].some(
    (one) => safeEqual(one, commitment)
  )
}

/** The same character again and again, or one after the other up or down: 111111, 123456, fedcba. */
function isObvious(characters: readonly string[]): boolean {
  if (new Set(characters).size < MIN_DISTINCT) return true
  const points = characters.map((character) => character.codePointAt(0)!)
  const steps = new Set(points.slice(1).map((point, index) => point - points[index]))
  return steps.size === 1
}
