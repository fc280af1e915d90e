import type { DocumentHappening } from '#app/audit/audit_trail'
import type Document from '#app/documents/document'
import type { DocumentChange } from '#app/documents/document_change'
import { earlierValues } from '#app/documents/earlier_values'
import { markName } from '#app/documents/evidence/kept_values'
import { settleCounts } from '#app/documents/evidence/entry_counts'
import { ADOPTED_TYPES, type AdoptedType } from '#app/documents/field_kinds/index'
import { invite } from '#app/documents/signer_invitation'
import type Signer from '#app/documents/signers/signer'
import { signerSummary } from '#app/documents/signers/signer_summary'
import { Vault } from '#app/documents/files/vault'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { newId } from '#app/foundation/identifier'
import type { SignatureImage } from '#app/sealing/seal_order'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { insertion, type Statement } from '#app/tenancy/statement'
import { answersTo, missing, unknownField, type AnswersInput } from './signature/answers.js'
import { signatureImage } from './signature/signature_image.js'
import { StoredImage } from './signature/stored_image.js'
import { forgetting, uploadFacts, withUploads } from './attachments/upload.js'
import { AccessPass } from './access/access_pass.js'
import { ProofInForce } from './identity/proof_in_force.js'
import { InPersonLink, type Host } from './in_person/in_person_link.js'
import type { ClientInfo } from './links/signer_client.js'
import { recordOwn } from './own_signature/own_record.js'
import type { OwnRevision } from './own_signature/own_signature.js'
import AnswersRefused from './errors/answers_refused.js'
import ConsentMissing from './errors/consent_missing.js'
import DocumentNotViewed from './errors/document_not_viewed.js'
import SignsInPerson from './errors/signs_in_person.js'

/** What a signer hands in, from where. */
interface Given {
  client: ClientInfo
  input: AnswersInput
  /** Of the same input, decoded. */
  marks: readonly Mark[]
  /** Null for scripted signers, who open no page. */
  browsers: Browsers | null
  /** With a signature by a certificate of their own. */
  revision: OwnRevision | null
}

/** The secrets that the browser keeps in which they sign, by what for. */
export interface Browsers {
  access: string | null
  identity: string | null
}

interface Entered extends Pick<Given, 'client' | 'marks'> {
  answers: ReadonlyMap<string, string>
  vault: Vault
  /** On whose device, where they sign in person. */
  host: Host | null
  proof: Awaited<ReturnType<typeof ProofInForce.demand>> &
    Awaited<ReturnType<typeof AccessPass.demand>>
}

export interface Mark {
  kind: AdoptedType
  image: SignatureImage
}

/** Decodes what a signer drew, typed or uploaded; before the unit, which waits for nothing but PostgreSQL. @throws SignatureRefused */
export async function marksOf(answers: AnswersInput, signerId: string): Promise<Mark[]> {
  const marks: Mark[] = []
  for (const kind of ADOPTED_TYPES) {
    const adopted = answers[kind]
    if (adopted) marks.push({ kind, image: await signatureImage(adopted, signerId) })
  }
  return marks
}

/**
 * The signature or approval of one signer: values, signature, entries and events in one change. The last one hands the document to the seal; two who
 * finish at the same instant meet at the document's row, and one of them is the last.
 */
export async function finish(
  change: DocumentChange,
  signer: Signer,
  handedIn: Given
): Promise<void> {
  const { client, input, marks, browsers, revision } = handedIn
  const { document } = change
  if (!signer.consentedAt) throw new ConsentMissing()
  if (!signer.viewedAt) throw new DocumentNotViewed()
  const vault = await Vault.open(document)
  const fields = document.fieldsOf(signer)
  const earlier = earlierValues(document.fields, vault)
  const given = withUploads(input, fields, vault)
  const answers = answersTo(fields, given, document.fields, earlier)
  assertMarked(signer, marks)
  const proof = {
    ...(browsers && (await AccessPass.demand(signer, browsers.access))),
    ...(await ProofInForce.demand(signer, browsers?.identity ?? null)),
  }
  const now = tenantClock.now()
  const { ipAddress, userAgent } = client
  const host = await hostOf(signer, client)
  signer.merge({ status: 'signed', signedAt: now, seenAt: now, ipAddress, userAgent })
  change.write(
    ...values(answers, vault),
    ...forgetting(fields, answers),
    ...signatures(signer, marks, vault)
  )
  const entered = { client, answers, marks, vault, proof, host }
  const handed = { revision, answers, isScripted: browsers === null }
  const certified = recordOwn(document, signer, signer.actor(client), handed)
  const entries = [...certified, ...signedEntries(document, signer, entered)]
  await advance(change, signer, entries, host)
}

/** Who signs leaves a signature, and who approves none. @throws AnswersRefused */
function assertMarked({ isSigning }: Signer, marks: readonly Mark[]): void {
  if (isSigning && !marks.some(({ kind }) => kind === 'signature'))
    throw new AnswersRefused([missing('signature')])
  if (!isSigning && marks.length > 0)
    throw new AnswersRefused(marks.map(({ kind }) => unknownField(kind)))
}

/** The trail binds what was entered and drawn by commitments: a change before the seal is detected. */
function signedEntries(
  document: Document,
  signer: Signer,
  { client, answers, marks, vault, proof, host }: Entered
): DocumentHappening[] {
  const actor = signer.actor(client)
  const completed = document.fieldsOf(signer).map(({ id, type, page }): DocumentHappening => {
    const details = { fieldId: id, type, page }
    const value = answers.get(id)
    if (value === undefined) return { action: 'field.not_shown', actor, details }
    const valueCommitment = vault.commitmentTo(id, value)
    const file = type === 'attachment' ? uploadFacts(value) : null
    return {
      ...{ action: 'field.completed' as const, actor },
      details: { ...details, valueCommitment, ...file?.details },
      ...(file && { personal: file.personal }),
    }
  })
  const committed = marks.map(({ kind, image }) => {
    const name = markName(signer.id, kind)
    return [kind, vault.commitmentTo(name, StoredImage.write(image))]
  })
  const details = {
    ...{ signerId: signer.id, marks: Object.fromEntries(committed), ...proof },
    ...(host && { hostId: host.id }),
  }
  const action = signer.isSigning ? 'document.signed' : 'document.approved'
  const personal = host ? { hostName: host.name, hostEmail: host.email } : {}
  return [...completed, { action, actor, details, personal }]
}

/** What the signature leads to: its entries in the trail, and the next who are asked, or the seal. */
async function advance(
  change: DocumentChange,
  signer: Signer,
  signed: readonly DocumentHappening[],
  host: Host | null
): Promise<void> {
  const { document } = change
  const now = tenantClock.now()
  if (document.status !== 'in_progress') document.become('in_progress')
  document.updatedAt = now
  const isLast = document.acting.every(({ status }) => status === 'signed')
  if (isLast) change.log(...(await settleCounts(document.id))) // before the seal reads the trail
  change.log(...signed)
  if (!isLast) await invite(change, document.currentTurn)
  change.emit('document.signed', { ...signerSummary(signer), ...(host && { host }) })
  change.signal('signer.signed', signer.id)
  if (!isLast) return
  document.sealingAt = now
  change.signal('signatures.collected')
}

/** @throws SignsInPerson for who should, and does so on nobody's device */
async function hostOf({ inPerson }: Signer, { via }: ClientInfo): Promise<Host | null> {
  if (!inPerson) return null
  const host = via === undefined ? null : await InPersonLink.hostOf(via)
  if (!host) throw new SignsInPerson()
  return host
}

/** A field that was not shown keeps no value. */
function values(answers: ReadonlyMap<string, string>, vault: Vault): Statement[] {
  const ids = [...answers.keys()]
  const sealed = [...answers].map(([id, value]) => vault.sealValue(id, value))
  const text =
    'update fields f set value = v.value from unnest($1::text[], $2::bytea[]) as v (id, value) where f.id = v.id'
  return ids.length > 0 ? [{ text, values: [ids, sealed] }] : []
}

function signatures(signer: Signer, marks: readonly Mark[], vault: Vault): Statement[] {
  const rows = marks.map(({ kind, image }) => ({
    id: newId('mrk', CurrentTenant.get().environment),
    signer_id: signer.id,
    kind,
    image: vault.sealValue(markName(signer.id, kind), StoredImage.write(image)),
    created_at: tenantClock.now(),
  }))
  return rows.length > 0 ? [insertion('signatures', rows)] : []
}
