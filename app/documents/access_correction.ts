import type { Actor } from '#app/audit/actor'
import type { InputFault } from '#app/foundation/input_refused'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import type { DocumentChange } from './document_change.js'
import { settleCounts } from './evidence/entry_counts.js'
import { Vault } from './files/vault.js'
import {
  accessCheckOf,
  accessCodeFaults,
  commitmentToCode,
  type AccessCheck,
} from './signers/access_code.js'
import {
  commitmentToChannel,
  oneTimeCodeFaults,
  type CodeChannel,
  type CodeSettings,
} from './signers/one_time_code.js'
import type Signer from './signers/signer.js'
import { forgetWrongCodes } from './wrong_codes.js'
import DraftRefused from './errors/draft_refused.js'

/** What is asked of a signer from now on, and what it was asked with before. */
export interface OtherAccess {
  access: AccessCheck | null
  phoneBefore: string | null
  phoneAfter: string | null
  /** Whether the link was enough before: then all begins anew behind the code, which else would seem to have come first. */
  startsAnew: boolean
}

interface Settings {
  accessCode: string | null
  oneTimeCode: CodeChannel | null
  phone: string | null
}

/**
 * Asks a signer for another code than before, or for none. Of a code that was agreed and one that is sent the one named takes the other’s
 * place. Naming one again, be it the same, forgets wrong codes, and lets those in again who are locked out.
 *
 * @returns null where everything stays
 * @throws DraftRefused
 */
export async function correctAccess(
  change: DocumentChange,
  signer: Signer,
  correction: CodeSettings,
  by: Actor
): Promise<OtherAccess | null> {
  const { accessCode, oneTimeCode, phone } = correction
  if (accessCode === undefined && oneTimeCode === undefined && phone === undefined) return null
  const next = settingsAfter(signer, correction)
  const faults = faultsOf(next, correction)
  if (faults.length > 0) throw new DraftRefused(faults)
  const isNamed = Boolean(accessCode ?? oneTimeCode)
  const isLifted = signer.accessCommitment !== null && isLiftedBy(signer, correction)
  const isOtherPhone = phone !== undefined && next.phone !== signer.phone
  if (!isNamed && !isLifted && !isOtherPhone) return null
  const { phone: phoneBefore, accessCommitment: before } = signer
  signer.merge({ oneTimeCode: next.oneTimeCode, phone: next.phone })
  await recommit(change, signer, accessCode ?? null)
  if (signer.accessCommitment === before) {
    await forgetWrongCodes(change, signer, by)
    return null
  }
  change.write({ text: 'delete from access_attempts where signer_id = $1', values: [signer.id] })
  change.log(...(await settleCounts(change.document.id))) // the next entry of a code is written, and not counted with those before
  endPasses(change, signer)
  const startsAnew = before === null
  if (startsAnew)
    signer.merge({ consentVersion: null, consentSha256: null, consentedAt: null, viewedAt: null })
  return { access: accessCheckOf(signer), phoneBefore, phoneAfter: next.phone, startsAnew }
}

/** Whether all that is named is the code that the signer is asked for already: one that was agreed, be it another, or the way it is sent. */
export function namesSameCheck(
  signer: Signer,
  { accessCode, oneTimeCode, ...others }: CodeSettings
): boolean {
  if (signer.accessCommitment === null) return false
  if (Object.values(others).some((value) => value !== undefined)) return false
  return signer.oneTimeCode === null
    ? Boolean(accessCode) && oneTimeCode === undefined
    : oneTimeCode === signer.oneTimeCode && accessCode === undefined
}

/**
 * Lets a signer try again of whom nothing can be corrected any more: their own copy is behind that code as well.
 *
 * @throws DraftRefused
 */
export async function unlock(
  change: DocumentChange,
  signer: Signer,
  { accessCode }: CodeSettings,
  by: Actor
): Promise<void> {
  const before = signer.accessCommitment
  if (accessCode) {
    const faults = accessCodeFaults(['accessCode'], accessCode)
    if (faults.length > 0) throw new DraftRefused(faults)
    await recommit(change, signer, accessCode)
  }
  const isOtherCode = signer.accessCommitment !== before
  if (isOtherCode) endPasses(change, signer)
  await forgetWrongCodes(change, signer, by, { isOtherCode })
}

/** Codes go to another address from now on: those that went to the one before count no more. */
export async function moveCodes(change: DocumentChange, signer: Signer): Promise<void> {
  if (signer.oneTimeCode === 'email') await recommit(change, signer, null)
}

/** What was entered for the code before, or sent, does not count again where that code comes back. */
function endPasses(change: DocumentChange, { id }: Signer): void {
  const used = 'update one_time_codes set used_at = $2 where signer_id = $1 and used_at is null'
  change.write(
    { text: 'delete from access_passes where signer_id = $1', values: [id] },
    { text: used, values: [id, tenantClock.now()] }
  )
}

async function recommit(
  { document }: DocumentChange,
  signer: Signer,
  accessCode: string | null
): Promise<void> {
  const vault = await Vault.open(document)
  if (signer.oneTimeCode) signer.accessCommitment = commitmentToChannel(vault, signer)
  else signer.accessCommitment = accessCode === null ? null : commitmentToCode(vault, accessCode)
}

function settingsAfter(signer: Signer, correction: CodeSettings): Settings {
  const { accessCode = null, oneTimeCode = signer.oneTimeCode, phone = signer.phone } = correction
  const isReplaced = accessCode !== null && !correction.oneTimeCode
  const channel = isReplaced ? null : oneTimeCode
  return { accessCode, oneTimeCode: channel, phone: channel === 'sms' ? phone : null }
}

function isLiftedBy({ oneTimeCode: before }: Signer, correction: CodeSettings): boolean {
  return before === null ? correction.accessCode === null : correction.oneTimeCode === null
}

function faultsOf(next: Settings, { accessCode, oneTimeCode, phone }: CodeSettings): InputFault[] {
  const named = { accessCode, oneTimeCode: oneTimeCode ?? next.oneTimeCode }
  return [
    ...(accessCode ? accessCodeFaults(['accessCode'], accessCode) : []),
    ...oneTimeCodeFaults((part) => [part], { ...named, phone: next.phone ?? phone }),
  ]
}
