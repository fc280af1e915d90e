import { CountedEntries } from '#app/documents/evidence/counted_entries'
import type { DocumentChange } from '#app/documents/document_change'
import type { ProofDetails } from '#app/documents/evidence/proven_signer'
import { Vault } from '#app/documents/files/vault'
import { identityName } from '#app/documents/signers/signer_identity'
import Signer from '#app/documents/signers/signer'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Attempts } from '#app/single_sign_on/attempt'
import Connection from '#app/single_sign_on/connection'
import { must, Rejection, type Fault } from '#app/single_sign_on/gate/rejection'
import type { Profile } from '#app/single_sign_on/profile'
import { ProvedDomains } from '#app/single_sign_on/proved_domains'
import type { ProofEvidence, SignerAnswer } from '#app/single_sign_on/signer_proof'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { Statement } from '#app/tenancy/statement'
import { admitted } from '../admission.js'
import SignerNotFound from '../errors/signer_not_found.js'
import type { ClientInfo } from '../links/signer_client.js'
import { tellUnproved } from './unproved_notice.js'
import { identityFailureOf, type IdentityFailure } from './identity_failure.js'

interface From {
  client: ClientInfo
  /** The secret that the signer's browser keeps. */
  browser: string
}

const KEEP = `
  insert into identity_proofs (signer_id, proved_at, browser_sha256, assertion_sha256, response_sha256, response)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (signer_id) do update set proved_at = excluded.proved_at, browser_sha256 = excluded.browser_sha256,
    assertion_sha256 = excluded.assertion_sha256, response_sha256 = excluded.response_sha256, response = excluded.response`

/**
 * A signer has come back from the tenant's identity provider. What it says of them is written down, either way: in the trail of the document, and in the
 * list of attempts at single sign-on.
 *
 * @returns why they have not proved who they are, or null
 * @throws SignerNotFound, and nothing is written down, where the link from which they left is no longer the signer's; what the gate refuses
 */
export async function settleIdentity(
  { signerId, linkSha256, attemptId, outcome }: SignerAnswer,
  from: From
): Promise<IdentityFailure | null> {
  const signer = await Signer.find(signerId)
  if (!signer || signer.tokenSha256 !== linkSha256) {
    if (!('fault' in outcome)) await Attempts.conclude(attemptId, ['browser'])
    await Attempts.forget(attemptId)
    throw new SignerNotFound()
  }
  if ('fault' in outcome) return failed(signer, outcome.fault, from)
  const { documentId } = signer
  try {
    await admitted({ documentId, signerId, linkSha256 }, async (change, locked) => {
      await assertVouchedFor(locked, outcome.profile)
      await keep(change, locked, outcome.evidence, from)
      await Attempts.conclude(attemptId, ['browser', 'account'])
    })
    return null
  } catch (error) {
    const fault = error instanceof Rejection ? error.fault : undefined
    await Attempts.conclude(attemptId, ['browser'], { fault })
    if (!fault) throw error
    return failed(signer, fault, from)
  }
}

/** It is the signer themselves, and the tenant may still have its provider vouch for them. @throws Rejection */
async function assertVouchedFor(
  { email }: Signer,
  { email: said, nameId }: Profile
): Promise<void> {
  must(await Connection.inUse(), 'request', 'E_OFF')
  must(said !== null, 'account', 'E_NO_EMAIL', { received: nameId })
  const expected = email.toLowerCase()
  must(said === expected, 'account', 'E_OTHER_PERSON', { expected, received: said })
  const [proofs] = await CurrentTenant.batch([ProvedDomains.holding(expected)])
  must(proofs.length > 0, 'account', 'E_DOMAIN', { received: expected })
}

async function keep(
  change: DocumentChange,
  signer: Signer,
  { xml, ...said }: ProofEvidence,
  { client, browser }: From
): Promise<void> {
  const vault = await Vault.open(change.document)
  const details: ProofDetails = {
    signerId: signer.id,
    method: 'single_sign_on',
    ...said,
    responseSha256: sha256Hex(xml),
  }
  change.write(keeping(details, vault.sealValue(identityName(signer.id), xml), browser))
  change.log({ action: 'identity.proved', actor: signer.actor(client), details: { ...details } })
}

function keeping(
  { signerId, assertionSha256, responseSha256 }: ProofDetails,
  response: Buffer,
  browser: string
): Statement {
  const provedAt = tenantClock.now()
  const values = [signerId, provedAt, sha256Hex(browser), assertionSha256, responseSha256, response]
  return { text: KEEP, values }
}

/** Anybody may try again: for each reason an hour makes two entries at most. */
async function failed(signer: Signer, fault: Fault, { client }: From): Promise<IdentityFailure> {
  const reason = identityFailureOf(fault)
  const { id: signerId, documentId } = signer
  await CountedEntries.note([
    {
      documentId,
      action: 'identity.failed',
      actor: signer.actor(client),
      sameness: `${signerId}|${reason}`,
      details: { signerId, reason, code: fault.code },
    },
  ])
  await tellUnproved(signer, reason)
  return reason
}
