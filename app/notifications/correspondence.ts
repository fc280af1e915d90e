import Document from '#app/documents/document'
import Signer from '#app/documents/signers/signer'
import { languageOf } from '#app/documents/signers/signer_language'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { UNWANTED } from '#app/identity/mails/unwanted_mails'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query, type Row } from '#app/tenancy/statement'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import { Profile } from '#app/brand/profile'
import Sender from '#app/sending/sender'
import Mail, { type DocumentMailKind } from './mail.js'
import { subjectOf } from './messages/subject.js'
import { choiceOf, wants } from './wanted.js'
import { routeBy, type SenderRoute } from './servers/sender_route.js'

/** How to get from what work refers to to its documents. */
const DOCUMENTS_OF = {
  document: 'select unnest($1::text[])',
  signer: 'select document_id from signers where id = any ($1)',
  mail: 'select document_id from mails where id = any ($1)',
} as const

type Subject = keyof typeof DOCUMENTS_OF

/** What all mails of a tenant have in common. */
interface Common {
  profile: Profile
  suppressed: ReadonlySet<string>
  route: () => Promise<SenderRoute>
}

/** A document with all that mails about it speak of, and the mails that went before. */
export class Correspondence {
  private constructor(
    readonly document: Document,
    readonly sender: User | null,
    readonly mails: readonly Mail[],
    private common: Common
  ) {}

  /**
   * For each task its document, in one batch, which asks for their leases too. Null when there is no such document (any more).
   *
   * @throws E_LEASE_LOST
   */
  static async of(tasks: readonly Task[], about: Subject): Promise<(Correspondence | null)[]> {
    const refs = tasks.map(({ ref }) => ref)
    const read = readings(DOCUMENTS_OF[about], refs)
    const [
      documents,
      signers,
      senders,
      mails,
      suppressed,
      standings,
      brands,
      inherited,
      ...sender
    ] = await Outbox.hold(
      tasks,
      ...read,
      ...Profile.statements,
      ...(isSent() ? Sender.statements : [])
    )
    const profile = Profile.from([standings, brands, inherited])
    const common = commonOf(profile, suppressed, sender)
    const ofDocument = { signers, senders, mails }
    const all = documents.map((row) => Correspondence.#about(row, ofDocument, common))
    const byId = new Map(all.map((one) => [one.document.id, one]))
    const owned = { document: [], signer: signers, mail: mails }[about]
    const documentOf = new Map(owned.map((row) => [row.id, row.document_id]))
    return refs.map((ref) => byId.get(documentOf.get(ref) ?? ref) ?? null)
  }

  static #about(
    row: Row,
    { signers, senders, mails }: Record<'signers' | 'senders' | 'mails', readonly Row[]>,
    common: Common
  ): Correspondence {
    const [document] = modelsOf(Document, [row])
    const isItsOwn = ({ document_id: id }: Row) => id === document.id
    document.$setRelated('signers', modelsOf(Signer, signers.filter(isItsOwn)))
    const responsible = senders.filter(({ id }) => id === document.responsibleId)
    const [sender = null] = modelsOf(User, responsible)
    return new Correspondence(document, sender, modelsOf(Mail, mails.filter(isItsOwn)), common)
  }

  get profile(): Profile {
    return this.common.profile
  }

  /** By which way its mails go, asked once for all that were read together. In the live environment. */
  route(): Promise<SenderRoute> {
    return this.common.route()
  }

  /** As it was when the document was sent. */
  get brand(): BrandSnapshot {
    return this.document.brand ?? this.profile.brand.snapshot
  }

  get senderName(): string {
    return this.sender?.name ?? this.brand.name
  }

  /** Whether the sender wants mails of this kind about their documents. */
  isWantedBySender(kind: DocumentMailKind): boolean {
    return this.sender !== null && wants(this.sender, choiceOf(kind))
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
    return this.common.suppressed.has(address.toLowerCase())
  }

  /** The mail that was remembered under this id, or a new one. */
  mail(kind: DocumentMailKind, recipient: Signer | User, id: string): Mail {
    const known = this.mails.find((mail) => mail.messageId === id)
    return known ?? this.#compose(kind, recipient, id)
  }

  #compose(kind: DocumentMailKind, recipient: Signer | User, id: string): Mail {
    const signer = recipient instanceof Signer ? recipient : null
    // the sender works in the dashboard, which is in English
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

/** The sandbox sends nothing, and may not know how it would. */
function isSent(): boolean {
  return CurrentTenant.get().environment === 'live'
}

/** Documents, signers, senders, mails and suppressed addresses. */
function readings(ids: string, refs: readonly string[]) {
  const values = [refs]
  return [
    query<RowOf<'documents'>>(`select * from documents where id in (${ids})`, values),
    query<RowOf<'signers'>>(
      `select * from signers where document_id in (${ids}) order by position`,
      values
    ),
    query<RowOf<'users', 'id' | 'name' | 'email'>>(
      `select id, name, email${isSent() ? `, ${UNWANTED}` : ''} from users where disabled_at is null
        and id in (select unnest(array[created_by, holder_id]) from documents where id in (${ids}))`,
      values
    ),
    query<Omit<RowOf<'mails'>, 'content'>>(
      `select ${Mail.listedColumns.join(', ')} from mails where document_id in (${ids})`,
      values
    ),
    query<RowOf<'suppressions', 'address'>>(
      `select address from suppressions where address in
        (select lower(email) from signers where document_id in (${ids}))`,
      values
    ),
  ] as const
}

/** @param sender  what its statements answered, where they were asked */
function commonOf(
  profile: Profile,
  suppressed: readonly RowOf<'suppressions', 'address'>[],
  sender: readonly Row[][]
): Common {
  let route: Promise<SenderRoute> | undefined
  return {
    profile,
    suppressed: new Set(suppressed.map(({ address }) => address)),
    route: () => (route ??= routeBy(profile.entitlements, Sender.from(sender))),
  }
}
