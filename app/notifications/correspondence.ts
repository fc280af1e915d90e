import Document from '#app/documents/document'
import Signer from '#app/documents/signer'
import { languageOf } from '#app/documents/signer_language'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import User from '#app/identity/user'
import { modelsOf } from '#app/tenancy/model_rows'
import { Outbox, type Task } from '#app/tenancy/outbox'
import type { BrandSnapshot } from '#app/tenants/brand/shown_brand'
import { Profile } from '#app/tenants/profile'
import Mail, { type DocumentMailKind } from './mail.js'
import { subjectOf } from './letters/subject.js'

/** How to get from what a work refers to to its document. */
const DOCUMENT_OF = {
  document: '$1',
  signer: '(select document_id from signers where id = $1)',
  mail: '(select document_id from mails where id = $1)',
} as const

const suppressedOf = (id: string) => `select address from suppressions where address in
  (select lower(email) from signers where document_id = ${id})`

/** A document with all that mails about it speak of, and the mails that went before. */
export class Correspondence {
  private constructor(
    readonly document: Document,
    readonly sender: User | null,
    readonly mails: readonly Mail[],
    readonly profile: Profile,
    private suppressed: ReadonlySet<string>
  ) {}

  /** One flight, which asks for the lease too. Null when there is no such document (any more). @throws E_LEASE_LOST */
  static async of(task: Task, about: keyof typeof DOCUMENT_OF): Promise<Correspondence | null> {
    const id = DOCUMENT_OF[about]
    const values = [task.ref]
    const [documents, signers, senders, mails, suppressed, ...profile] = await Outbox.hold(
      task,
      { text: `select * from documents where id = ${id}`, values },
      { text: `select * from signers where document_id = ${id} order by position`, values },
      {
        text: `select id, name, email from users where disabled_at is null
                  and id = (select created_by from documents where id = ${id})`,
        values,
      },
      { text: `select ${Mail.shown.join(', ')} from mails where document_id = ${id}`, values },
      { text: suppressedOf(id), values },
      ...Profile.statements
    )
    if (documents.length === 0) return null
    const [document] = modelsOf(Document, documents)
    document.$setRelated('signers', modelsOf(Signer, signers))
    const [sender = null] = modelsOf(User, senders)
    return new Correspondence(
      document,
      sender,
      modelsOf(Mail, mails),
      Profile.from(profile),
      new Set(suppressed.map(({ address }) => address as string))
    )
  }

  /** As it was when the document was sent. */
  get brand(): BrandSnapshot {
    return this.document.brand ?? this.profile.brand.snapshot
  }

  get senderName(): string {
    return this.sender?.name ?? this.brand.name
  }

  signer(id: string | null): Signer | null {
    return this.document.signers.find((signer) => signer.id === id) ?? null
  }

  /** Whether an address has refused a mail about this document, or is on the list of those that refuse all. */
  isUnreachable(address: string): boolean {
    const isRefused = this.mails.some(
      (mail) => mail.recipient === address && mail.status === 'failed'
    )
    return isRefused || this.isSuppressed(address)
  }

  isSuppressed(address: string): boolean {
    return this.suppressed.has(address.toLowerCase())
  }

  /** The mail that was remembered under this id, or a new one. */
  mail(kind: DocumentMailKind, recipient: Signer | User, id: string): Mail {
    const known = this.mails.find((mail) => mail.messageId === id)
    return known ?? this.#compose(kind, recipient, id)
  }

  #compose(kind: DocumentMailKind, recipient: Signer | User, id: string): Mail {
    const signer = recipient instanceof Signer ? recipient : null
    // whoever sent it works in the dashboard, which is in English
    const language = signer ? languageOf(this, signer) : 'en'
    const { title } = this.document
    return Mail.compose({
      kind,
      documentId: this.document.id,
      signerId: signer?.id ?? null,
      recipient: recipient.email,
      messageId: id,
      subject: subjectOf(kind, { brand: this.brand.name, title }, Phrasebook.in(language)),
      language,
    })
  }
}
