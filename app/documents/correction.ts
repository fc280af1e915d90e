import { randomBytes } from 'node:crypto'
import type { Actor } from '#app/audit/actor'
import type { InputFault } from '#app/foundation/input_refused'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import {
  correctAccess,
  moveCodes,
  namesSameCheck,
  unlock,
  type OtherAccess,
} from './access_correction.js'
import type Document from './document.js'
import type { DocumentChange } from './document_change.js'
import { invite } from './signer_invitation.js'
import { faultsOfPrinted } from './printed_words.js'
import { faultsInPerson, faultsOfCertificate, faultsOfCopy } from './drafts/role_faults.js'
import { logFetchesUntilNow } from './signers/fetched_link.js'
import { rememberCorrected } from './signers/remembered_contacts.js'
import { isScenarioAddress } from './signers/scenario_address.js'
import type { CertificateDemand } from './signers/own_certificate.js'
import type { CodeSettings } from './signers/one_time_code.js'
import { assertProvable, type IdentityCheck } from './signers/signer_identity.js'
import type Signer from './signers/signer.js'
import { signerSummary } from './signers/signer_summary.js'
import { linkToken, tokenHash } from './signers/signing_link.js'
import DraftRefused from './errors/draft_refused.js'
import SignerNotCorrectable from './errors/signer_not_correctable.js'
import SignerNotFound from './errors/signer_not_found.js'

/** What is to be changed of a signer; what is missing stays. */
export interface Correction extends CodeSettings {
  name?: string
  email?: string
  /** Null lifts it. */
  identity?: IdentityCheck | null
  /** Whether they sign on the device of a member from now on, or by a link of their own. */
  inPerson?: boolean
  /** Null lifts it. Once the document was sent, less can be asked for, and not more. */
  certificate?: CertificateDemand | null
}

const SALT_BYTES = 16

/** What was proved, entered, asked for and tried by the one before, and what waits to be mailed to them. */
const OF_THE_ONE_BEFORE = [
  'delete from identity_proofs where signer_id = $1',
  'delete from access_passes where signer_id = $1',
  'delete from access_attempts where signer_id = $1',
  'delete from one_time_codes where signer_id = $1',
  `update mails set status = 'withdrawn' where status = 'queued' and signer_id = $1
      and document_id = (select document_id from signers where id = $1)`,
]

const MAILED = `
  select 1 from audit_entries
   where chain = $1 and action = 'invite.sent' and body::jsonb -> 'details' ->> 'signerId' = $2 limit 1`

/**
 * Corrects a signer who has not signed; of others no more than the code that their own copy is behind. Another address is another link: the old one is dead at once, what was done with it (consent,
 * the first look, a proof of identity) does not count for who comes next, and the invitation goes out again. So it is with another way to
 * sign. Another name keeps the link.
 */
export async function correct(
  change: DocumentChange,
  signerId: string,
  correction: Correction,
  by: Actor
): Promise<void> {
  const { document } = change
  const signer = document.signers.find(({ id }) => id === signerId)
  if (!signer) throw new SignerNotFound()
  if (isUnlockable(document, signer) && namesSameCheck(signer, correction))
    return unlock(change, signer, correction, by)
  if (!isCorrectable(document, signer)) throw new SignerNotCorrectable(document, signer)
  const { name: oldName, email: oldEmail, identity: oldIdentity, status } = signer
  const { name = oldName, email = oldEmail, identity = oldIdentity } = correction
  const { inPerson = signer.inPerson, certificate = signer.certificate } = correction
  const isMoved = email.toLowerCase() !== oldEmail.toLowerCase()
  const isOtherProof = identity !== oldIdentity
  const isOtherWay = inPerson !== signer.inPerson
  const isOtherDemand = certificate !== signer.certificate
  assertForRole(signer, correction)
  if (isOtherDemand) assertLessAsked(document, signer, certificate)
  const isOther =
    name !== oldName || email !== oldEmail || isOtherProof || isOtherWay || isOtherDemand
  if (isOther) assertUsable(document, signer, { name, ...(isMoved && { email }) })
  if (isMoved || isOtherProof)
    await assertProvable([{ email, identity }], () => [isOtherProof ? 'identity' : 'email'])
  if (isMoved) await logFetchesUntilNow(change, signer)
  signer.merge({ name, email, identity, inPerson, certificate })
  const access = await correctAccess(change, signer, correction, by)
  if (!isOther && !access) return
  const changed = [
    ...(name === oldName ? [] : ['name']),
    ...(email === oldEmail ? [] : ['email']),
    ...(isOtherProof ? ['identity'] : []),
    ...(isOtherWay ? ['inPerson'] : []),
    ...(isOtherDemand ? ['certificate'] : []),
    ...(access ? ['access'] : []),
  ]
  change.log({
    action: 'signer.corrected',
    actor: by,
    details: {
      ...{ signerId: signer.id, changed },
      ...(isOtherProof && { identity }),
      ...(isOtherWay && { inPerson }),
      ...(isOtherDemand && { certificate }),
      ...(access && { access: access.access }),
      ...(access?.access && { isOtherCode: true }),
      ...(access?.startsAnew && { startsAnew: true }),
    },
    personal: {
      ...personal('name', oldName, name),
      ...personal('email', oldEmail, email),
      ...phones(access),
    },
  })
  if (isOtherWay && !inPerson && !(await wasMailed(signer))) signer.sentAt = null
  if (isMoved || isOtherWay) await moveTo(change, signer)
  rememberCorrected(change, by, signer, { email: oldEmail, status })
  document.updatedAt = tenantClock.now()
  if (document.status !== 'draft') change.emit('document.signer_updated', signerSummary(signer))
}

/** Whether a mail has asked them before, in whatever way they were to sign since: who was is not counted again. */
async function wasMailed({ id, documentId }: Signer): Promise<boolean> {
  const [mails] = await CurrentTenant.batch([{ text: MAILED, values: [documentId, id] }])
  return mails.length > 0
}

/** Until they have signed, and while the document waits for anybody. */
export function isCorrectable(document: Document, signer: Signer): boolean {
  const isOpen = document.status === 'draft' || document.isVoidable
  return isOpen && (signer.isAwaited || signer.status === 'pending')
}

/** Whether wrong codes are all that can be forgotten of them: they have signed, or nobody can sign any more. */
export function isUnlockable(document: Document, signer: Signer): boolean {
  const isAsked = signer.accessCommitment !== null && !document.isErased
  return isAsked && !isCorrectable(document, signer)
}

/** @throws DraftRefused for what somebody who only gets a copy, or signs in person, cannot be asked for */
function assertForRole(signer: Signer, correction: Correction): void {
  const { accessCode, oneTimeCode, phone } = correction
  const { role, isActing } = signer
  const { inPerson = signer.inPerson, identity = signer.identity } = correction
  const { certificate = signer.certificate } = correction
  const faults = isActing
    ? []
    : faultsOfCopy(
        { identity: correction.identity, certificate, accessCode, oneTimeCode, phone },
        []
      )
  const all = [
    ...faults,
    ...faultsInPerson({ role, inPerson, identity }, []),
    ...faultsOfCertificate({ role, inPerson, certificate }, []),
  ]
  if (all.length > 0) throw new DraftRefused(all)
}

/** Others may have signed what cannot take such a signature. @throws DraftRefused */
function assertLessAsked(
  { status }: Document,
  signer: Signer,
  certificate: CertificateDemand | null
): void {
  const isLess = certificate === null || signer.certificate === 'required'
  if (status === 'draft' || isLess) return
  const message =
    'A certificate cannot be asked for, or insisted on, once the document was sent: send it anew'
  throw new DraftRefused([{ path: ['certificate'], code: 'certificate_late', message }])
}

function personal(what: string, before: string, after: string): Record<string, string> {
  return before === after ? {} : { [`${what}Before`]: before, [`${what}After`]: after }
}

function phones(access: OtherAccess | null): Record<string, string> {
  const { phoneBefore = null, phoneAfter = null } = access ?? {}
  if (phoneBefore === phoneAfter) return {}
  return { ...(phoneBefore && { phoneBefore }), ...(phoneAfter && { phoneAfter }) }
}

/** A new link for somebody new; if it was their turn, they are asked as anybody is. */
export async function moveTo(change: DocumentChange, signer: Signer): Promise<void> {
  const { document } = change
  const wasAsked = signer.isAwaited
  if (signer.status === 'delivery_failed') document.failedEmails -= 1
  const tokenCounter = signer.tokenCounter + 1
  const tokenSalt = randomBytes(SALT_BYTES)
  const seed = {
    id: signer.id,
    version: signer.tokenVersion,
    counter: tokenCounter,
    salt: tokenSalt,
  }
  const tokenSha256 = tokenHash(await linkToken('signing-link', seed))
  signer.merge({ tokenCounter, tokenSalt, tokenSha256, status: 'pending' })
  signer.merge({ consentVersion: null, consentSha256: null, consentedAt: null, language: null })
  signer.merge({ seenAt: null, openedAt: null, viewedAt: null, ipAddress: null, userAgent: null })
  change.write(...OF_THE_ONE_BEFORE.map((text) => ({ text, values: [signer.id] })))
  await moveCodes(change, signer)
  if (wasAsked) await invite(change, [signer])
}

/** @throws DraftRefused for a name that cannot be printed, and an address that is another signer's or of the sandbox */
export function assertUsable(
  document: Document,
  signer: Signer,
  { name, email }: { name: string; email?: string }
): void {
  assertPrintable(name)
  if (email !== undefined) assertFree(document, signer, email)
}

function assertPrintable(name: string): void {
  const faults = faultsOfPrinted(['name'], name)
  if (faults.length > 0) throw new DraftRefused(faults)
}

function assertFree({ signers }: Document, signer: Signer, email: string): void {
  const faults: InputFault[] = []
  const twins = signers.filter(
    (other) => other.id !== signer.id && other.email.toLowerCase() === email.toLowerCase()
  )
  if (twins.some(({ key }) => !key) || (twins.length > 0 && !signer.key))
    faults.push({
      path: ['email'],
      code: 'duplicate',
      message: 'One address serves two signers only when each has a key',
    })
  if (CurrentTenant.get().environment === 'live' && isScenarioAddress(email))
    faults.push({
      path: ['email'],
      code: 'sandbox_address',
      message: 'Addresses at sandbox.test work with test keys only',
    })
  if (faults.length > 0) throw new DraftRefused(faults)
}
