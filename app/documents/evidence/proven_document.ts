import { erasedValues, isErased, nameOf, PERSON_ERASED } from '#app/audit/erased_values'
import type { VerifiedEntry, VerifiedTrail } from '#app/audit/verified_trail'
import type { DocumentStatus } from '../document_status.js'
import { provenFiles, type ProvenFile } from './proven_file.js'
import { ProvenSigner } from './proven_signer.js'
import type { SentSender, SentSigner } from '../sent_facts.js'

type Step = (document: ProvenDocument, entry: VerifiedEntry) => void

/** About the signer that the entry names, else about who acted. */
const ofSigner =
  (step: (signer: ProvenSigner, entry: VerifiedEntry) => void): Step =>
  (document, entry) => {
    const id = entry.body.details.signerId ?? entry.body.actor.id
    step(document.signer(String(id)), entry)
  }

function signed(document: ProvenDocument, entry: VerifiedEntry): void {
  document.signer(String(entry.body.details.signerId)).signed(entry)
  document.status = 'in_progress'
}

const revised: Step = (document, { body: { details } }) => {
  document.sealed(details.file).laterSha256s.push(String(details.revisionSha256))
}

const STEPS: Record<string, Step> = {
  'document.created': (document, { at, personal }) => {
    document.createdAt = at
    document.title = personal.title ?? null
  },
  'document.uploaded': (document, { body: { details }, personal }) => {
    document.files = provenFiles(details.files, personal.fileNames)
    document.originalSha256 = String(details.originalSha256)
    document.canonicalSha256 = String(details.canonicalSha256)
    document.pageCount = Number(details.pageCount)
  },
  'document.sent': (document, entry) => document.sent(entry),
  'invite.sent': ofSigner((signer, entry) => signer.mailed(entry)),
  'copy.sent': ofSigner((signer, entry) => signer.invited(entry)),
  'in_person.awaited': ofSigner((signer, entry) => signer.invited(entry)),
  'mail.bounced': (document, entry) => {
    const { signerId } = entry.body.details
    if (typeof signerId === 'string') document.signer(signerId).undeliverable(entry)
  },
  'signer.corrected': ofSigner((signer, entry) => signer.corrected(entry)),
  'signer.delegated': ofSigner((signer, entry) => signer.corrected(entry)),
  'consent.accepted': ofSigner((signer, entry) => signer.consented(entry)),
  'consent.withdrawn': ofSigner((signer, entry) => signer.withdrew(entry)),
  'identity.proved': ofSigner((signer, entry) => signer.proved(entry)),
  'access.code_sent': ofSigner((signer, entry) => signer.codeSent(entry)),
  'access.granted': ofSigner((signer, entry) => signer.letIn(entry)),
  'signer.asked': (document, { body: { details } }) => {
    document.questions.set(String(details.questionId), String(details.commitment))
  },
  'question.answered': (document, { body: { details } }) => {
    document.answers.set(String(details.questionId), String(details.commitment))
  },
  [PERSON_ERASED]: (document, { body: { details } }) => {
    for (const id of [details.questions ?? []].flat().map(String)) {
      document.questions.delete(id)
      document.answers.delete(id)
    }
  },
  'document.viewed': (document, entry) => {
    document.signer(entry.body.actor.id).viewed(entry)
    if (document.status === 'pending') document.status = 'viewed'
  },
  'field.completed': (document, { body: { details } }) => {
    if (details.valueCommitment)
      document.values.set(String(details.fieldId), String(details.valueCommitment))
  },
  'signer.certificate_signed': (document, entry) => {
    document.signer(String(entry.body.details.signerId)).certifiedBy(entry)
    document.revisionSha256 = String(entry.body.details.revisionSha256)
  },
  'document.signed': signed,
  'document.approved': signed,
  'document.declined': (document, entry) => {
    document.signer(String(entry.body.details.signerId)).declined(entry)
    document.ended('declined', entry)
  },
  'document.expired': (document, entry) => document.ended('expired', entry),
  'document.voided': (document, entry) => document.ended('voided', entry),
  'document.failed': (document, entry) => document.ended('failed', entry),
  'document.sealed': (document, { body: { details } }) => {
    document.sealedSha256 = String(details.sealedSha256)
    const hashes = (details.files ?? []) as string[]
    for (const [index, file] of document.files.entries()) file.sealedSha256 = hashes[index] ?? null
  },
  'document.timestamped': (document, { body: { details } }) => {
    const sealed = document.sealed(details.file)
    sealed.sealedSha256 = String(details.sealedSha256)
    sealed.unstampedSha256 = String(details.unstampedSha256)
  },
  'document.proofs_added': revised,
  'document.archive_stamped': revised,
  'document.completed': (document, entry) => {
    document.revisionSha256 = null
    document.ended('completed', entry)
  },
  'certificate.made': (document, { body }) => {
    document.certificateSha256 = String(body.details.certificateSha256)
  },
  'document.erased': (document) => {
    document.isErased = true
  },
}

/** A document as its trail tells it: of what stands in the chain and in commitments, and of nothing that a row says. */
export class ProvenDocument {
  title: string | null = null
  status: DocumentStatus = 'draft'
  createdAt: Date | null = null
  sentAt: Date | null = null
  endedAt: Date | null = null
  originalSha256: string | null = null
  canonicalSha256: string | null = null
  /** With the signatures that signers made with certificates of their own, until it is sealed. */
  revisionSha256: string | null = null
  sealedSha256: string | null = null
  unstampedSha256: string | null = null
  /** Of the sealed file with what was added behind it, each time. */
  readonly laterSha256s: string[] = []
  /** Those that it was joined of; none where it is one file. */
  files: ProvenFile[] = []
  certificateSha256: string | null = null
  /** What the sender said of fields, as it was committed to. */
  fieldOptions: string | null = null
  pageCount: number | null = null
  fieldsSha256: string | null = null
  /** As it was when the document was sent; trails of earlier releases do not name it. */
  sender: SentSender | null = null
  isErased = false
  /** By field id, commitments to what was entered. */
  readonly values = new Map<string, string>()
  /** By the ids of questions, commitments to what signers wrote to the sender. */
  readonly questions = new Map<string, string>()
  /** By the same, to what they were answered. */
  readonly answers = new Map<string, string>()
  /** Whether the sending named its signers; trails of earlier releases name them only where they did something. */
  namesSigners = false
  #signers = new Map<string, ProvenSigner>()

  static of({ entries }: Pick<VerifiedTrail, 'entries'>): ProvenDocument {
    const document = new ProvenDocument()
    for (const entry of withoutErased(entries)) STEPS[entry.action]?.(document, entry)
    return document
  }

  /** In the order in which the sending named them. */
  get signers(): ProvenSigner[] {
    return [...this.#signers.values()]
  }

  /** What the entry is about: one of the files, by its number, or all in one. */
  sealed(file: unknown): ProvenDocument | ProvenFile {
    return typeof file === 'number' ? (this.files[file - 1] ?? this) : this
  }

  signer(id: string): ProvenSigner {
    const known = this.#signers.get(id) ?? ProvenSigner.nameless(id)
    this.#signers.set(id, known)
    return known
  }

  sent({ at, body, personal }: VerifiedEntry): void {
    this.status = 'pending'
    this.sentAt = at
    this.title = personal.title ?? this.title
    this.fieldsSha256 = (body.details.fieldsSha256 as string | undefined) ?? null
    this.fieldOptions = personal.fieldOptions ?? null
    this.sender = personal.sender ? (JSON.parse(personal.sender) as SentSender) : null
    this.#signers.clear() // what was corrected in a draft stands in what was sent
    if (!personal.signers) return
    this.namesSigners = true
    for (const signer of JSON.parse(personal.signers) as SentSigner[])
      this.#signers.set(signer.id, ProvenSigner.of(signer))
  }

  ended(status: DocumentStatus, { at }: VerifiedEntry): void {
    this.status = status
    this.endedAt = at
    if (status === 'completed') return
    for (const signer of this.signers) signer.closed(status === 'expired' ? 'expired' : 'voided')
  }
}

/**
 * Whom the sending named stands in the last entry that had to say it without a person who was erased; and mail that came back from such a
 * person is nothing about who stands there now.
 */
function withoutErased(entries: readonly VerifiedEntry[]): readonly VerifiedEntry[] {
  const named = erasedValues(entries.map(({ text: body, ...entry }) => ({ ...entry, body })))
  if (named.size === 0) return entries
  const last = entries.findLast(
    ({ action, personal }) => action === PERSON_ERASED && personal.signers
  )
  return entries
    .filter(
      ({ action, sequence }) => action !== 'mail.bounced' || !named.has(nameOf(sequence, 'email'))
    )
    .map((entry) =>
      last && entry.action === 'document.sent' && isErased(entry, 'signers')
        ? { ...entry, personal: { ...entry.personal, signers: last.personal.signers } }
        : entry
    )
}
