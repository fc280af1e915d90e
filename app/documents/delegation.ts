import type { Actor } from '#app/audit/actor'
import type { InputFault } from '#app/foundation/input_refused'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { assertUsable, moveTo } from './correction.js'
import type Document from './document.js'
import type { DocumentChange } from './document_change.js'
import { MOST_DELEGATIONS, type Delegation, type Identity } from './signers/delegations.js'
import { logFetchesUntilNow } from './signers/fetched_link.js'
import type Signer from './signers/signer.js'
import { signerSummary } from './signers/signer_summary.js'
import DelegationRefused from './errors/delegation_refused.js'
import DraftRefused from './errors/draft_refused.js'

/** To whom a signer hands signing over, and why, if they say so. */
export interface HandingOver {
  to: Identity
  reason: string | null
}

/** Where the sender allows it, and does not want to be sure of this very person: by a proof, a code or a certificate, or because they approve or sign in person. */
export function mayDelegate(
  { allowsDelegation }: Pick<Document, 'allowsDelegation'>,
  {
    role,
    inPerson,
    identity,
    certificate,
    accessCommitment,
    delegations,
  }: Pick<
    Signer,
    'role' | 'inPerson' | 'identity' | 'certificate' | 'accessCommitment' | 'delegations'
  >
): boolean {
  const isUnproved = identity === null && accessCommitment === null && certificate !== 'required'
  const isAnybody = role === 'signer' && !inPerson && isUnproved
  return allowsDelegation && isAnybody && delegations.length < MOST_DELEGATIONS
}

/**
 * Puts another person in a signer's place, whom the signer named. Their link is dead at once; the new one has a link of their own, and
 * starts where the first one started: consent, the first look and what was written to the first one alone do not come along.
 *
 * @param by  the signer, as they were
 * @throws DelegationRefused, DraftRefused
 */
export async function delegate(
  change: DocumentChange,
  signer: Signer,
  { to, reason }: HandingOver,
  by: Actor
): Promise<void> {
  const { document } = change
  if (!mayDelegate(document, signer)) throw new DelegationRefused()
  assertUsable(document, signer, to)
  assertNoSigner(document, to.email)
  await logFetchesUntilNow(change, signer)
  const now = tenantClock.now()
  const { name, email, language, tokenSha256: link, delegations } = signer
  const from = { name, email }
  const done: Delegation = { link, from, to, reason, language, at: now.toISOString() }
  signer.merge({ ...to, message: null, delegations: [...delegations, done] })
  change.log({
    action: 'signer.delegated',
    actor: by,
    details: { signerId: signer.id },
    personal: {
      ...{ nameBefore: from.name, nameAfter: to.name },
      ...{ emailBefore: from.email, emailAfter: to.email },
      ...(reason !== null && { reason }),
    },
  })
  await moveTo(change, signer)
  document.updatedAt = now
  change.emit('signer.delegated', {
    ...signerSummary(signer),
    delegatedBy: from,
    ...(reason !== null && { reason }),
  })
}

/** Also a key tells two signers of one address apart only for programs: a person signs once for themselves. */
function assertNoSigner({ signers }: Document, email: string): void {
  if (!signers.some((one) => one.email.toLowerCase() === email.toLowerCase())) return
  const message = 'This address is already a signer’s of this document'
  const fault: InputFault = { path: ['email'], code: 'already_signer', message }
  throw new DraftRefused([fault])
}
