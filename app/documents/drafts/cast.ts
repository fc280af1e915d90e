import { randomBytes } from 'node:crypto'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { PlannedSigner } from './draft_plan.js'
import type Document from '../document.js'
import Field from '../field.js'
import { Vault } from '../files/vault.js'
import { commitmentToCode } from '../signers/access_code.js'
import { commitmentToChannel } from '../signers/one_time_code.js'
import Signer from '../signers/signer.js'
import { linkToken, tokenHash } from '../signers/signing_link.js'

const SALT_BYTES = 16

/** Gives a draft the signers of a plan with their fields, in memory; earlier signers are dropped. `date` belongs into the unit that stores them. */
export async function cast(document: Document, planned: readonly PlannedSigner[]): Promise<void> {
  const signers = await Promise.all(
    planned.map((signer, position) => composeSigner(document, signer, position))
  )
  document.$setRelated('signers', signers)
  fit(document, planned)
}

/** By the clock of the unit, as the trail is. */
export function date(signers: readonly Signer[], createdAt: Date): void {
  for (const signer of signers) signer.createdAt = createdAt
}

/** Gives the signers of a draft the fields of a plan for the same people, in memory; earlier fields are dropped. */
export function fit(document: Document, planned: readonly PlannedSigner[]): void {
  document.$setRelated('fields', composeFields(document, planned, document.signers))
}

/** Whether a plan says nothing else about the signers of a draft than is stored, but perhaps about their fields. */
export function areSamePeople(
  signers: readonly Signer[],
  planned: readonly PlannedSigner[]
): boolean {
  return (
    signers.length === planned.length &&
    signers.every((signer, at) => isSamePerson(signer, planned[at]))
  )
}

function isSamePerson(signer: Signer, planned: PlannedSigner): boolean {
  const parts = ['role', 'inPerson', 'name', 'email', 'key', 'turn', 'isOrdered'] as const
  const ways = ['identity', 'certificate', 'oneTimeCode', 'phone', 'message'] as const
  const { accessCode, accessCommitment, language } = planned
  return (
    [...parts, ...ways].every((part) => signer[part] === planned[part]) &&
    signer.askedLanguage === language &&
    accessCode === null &&
    // what a code is sent to is committed to once its way is stored
    (planned.oneTimeCode !== null || signer.accessCommitment === accessCommitment)
  )
}

async function composeSigner(
  document: Document,
  planned: PlannedSigner,
  position: number
): Promise<Signer> {
  const id = newId('sig', CurrentTenant.get().environment)
  const salt = randomBytes(SALT_BYTES)
  const token = await linkToken('signing-link', { id, version: 1, counter: 0, salt })
  const { role, inPerson, name, email, key, turn, isOrdered, identity, message } = planned
  const { certificate, oneTimeCode, phone } = planned
  const accessCommitment = await commitmentOf(document, planned)
  const link = { tokenVersion: 1, tokenCounter: 0, tokenSalt: salt, tokenSha256: tokenHash(token) }
  return new Signer().merge({
    id,
    documentId: document.id,
    position,
    role,
    inPerson,
    name,
    email,
    key,
    turn,
    isOrdered,
    identity,
    certificate,
    certified: null,
    accessCommitment,
    oneTimeCode,
    phone,
    askedLanguage: planned.language,
    message,
    ...link,
    delegations: [],
    status: 'pending',
  })
}

async function commitmentOf(document: Document, planned: PlannedSigner): Promise<string | null> {
  const { accessCode, accessCommitment, oneTimeCode } = planned
  if (oneTimeCode !== null) return commitmentToChannel(await Vault.open(document), planned)
  if (accessCode === null) return accessCommitment
  return commitmentToCode(await Vault.open(document), accessCode)
}

function composeFields(
  document: Document,
  planned: readonly PlannedSigner[],
  signers: readonly Signer[]
): Field[] {
  const { environment } = CurrentTenant.get()
  return planned
    .flatMap(({ fields }, index) =>
      fields.map((field) => ({ ...field, signerId: signers[index].id }))
    )
    .map((field, position) =>
      new Field().merge({
        id: newId('fld', environment),
        documentId: document.id,
        position,
        ...field,
      })
    )
}
