import Document from '#app/documents/document'
import Signer from '#app/documents/signer'
import User from '#app/identity/user'
import { modelsOf } from '#app/tenancy/model_rows'
import { Outbox, type Task } from '#app/tenancy/outbox'
import type { BrandSnapshot } from '#app/tenants/shown_brand'
import { Profile } from '#app/tenants/profile'
import Mail, { type MailKind } from './mail.js'
import { subjectOf } from './subject.js'

/** How to get from what a work refers to to its document. */
const DOCUMENT_OF = {
  document: '$1',
  signer: '(select document_id from signers where id = $1)',
  mail: '(select document_id from mails where id = $1)',
} as const

/** A document with all that mails about it speak of, and the mails that went before. */
export class Correspondence {
  private constructor(
    readonly document: Document,
    readonly sender: User | null,
    readonly mails: readonly Mail[],
    readonly profile: Profile
  ) {}

  /** One flight, which asks for the lease too. Null when there is no such document (any more). @throws E_LEASE_LOST */
  static async of(task: Task, about: keyof typeof DOCUMENT_OF): Promise<Correspondence | null> {
    const id = DOCUMENT_OF[about]
    const values = [task.ref]
    const [documents, signers, senders, mails, ...profile] = await Outbox.hold(
      task,
      { text: `select * from documents where id = ${id}`, values },
      { text: `select * from signers where document_id = ${id} order by position`, values },
      {
        text: `select id, name, email from users where disabled_at is null
                  and id = (select created_by from documents where id = ${id})`,
        values,
      },
      { text: `select ${Mail.shown.join(', ')} from mails where document_id = ${id}`, values },
      ...Profile.statements
    )
    if (documents.length === 0) return null
    const [document] = modelsOf(Document, documents)
    document.$setRelated('signers', modelsOf(Signer, signers))
    const [sender = null] = modelsOf(User, senders)
    return new Correspondence(document, sender, modelsOf(Mail, mails), Profile.from(profile))
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

  /** Whether an address has refused a mail about this document. */
  isUnreachable(address: string): boolean {
    return this.mails.some(({ recipient, status }) => recipient === address && status === 'failed')
  }

  /** The mail that was remembered under this id, or a new one. */
  mail(kind: MailKind, recipient: Signer | User, id: string): Mail {
    const known = this.mails.find((mail) => mail.messageId === id)
    return known ?? this.#compose(kind, recipient, id)
  }

  #compose(kind: MailKind, recipient: Signer | User, id: string): Mail {
    return Mail.compose({
      kind,
      documentId: this.document.id,
      signerId: recipient instanceof Signer ? recipient.id : null,
      recipient: recipient.email,
      messageId: id,
      subject: subjectOf(kind, { brand: this.brand.name, title: this.document.title }),
    })
  }
}
