import Document from '#app/documents/document'
import { spokenAmong } from '#app/documents/signers/role_phrases'
import Signer from '#app/documents/signers/signer'
import { languageOf } from '#app/documents/signers/signer_language'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { followedColumns } from '#app/documents/sharing/document_mails'
import { CHOSEN_MAILS } from '#app/identity/mails/mail_choices'
import User from '#app/identity/users/user'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { columnList } from '#app/tenancy/models/column_list'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import { Outbox, type Task } from '#app/tenancy/outbox/outbox'
import type { RowOf } from '#app/tenancy/row'
import { query, type Row } from '#app/tenancy/statement'
import type { BrandSnapshot } from '#app/brand/effective_brand'
import { Profile } from '#app/brand/profile'
import Sender from '#app/sending/sender'
import Mail, { type CodeMailKind, type DocumentMailKind, type MemberMailKind } from './mail.js'
import { subjectOf } from './messages/subject.js'
import { choiceOf, follows, kindsFor, wantsOf } from './wanted.js'
import { Reader } from './reader.js'
import { routeBy, type SenderRoute } from './servers/sender_route.js'

/** How to get from what work refers to to its documents, as an array: joins with the query would be planned again for each mail. */
const DOCUMENTS_OF = {
  document: '$1::text[]',
  signer: 'array(select document_id from signers where id = any ($1))',
  mail: 'array(select document_id from mails where id = any ($1))',
} as const

type Subject = keyof typeof DOCUMENTS_OF

type AboutDocument = DocumentMailKind | MemberMailKind | CodeMailKind

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
    /** Members who want all mails about it, and may see it. */
    readonly followers: readonly User[],
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
    const [documents, signers, senders, mails, suppressed, account, ...sender] = await Outbox.hold(
      tasks,
      ...read,
      ...Profile.statements,
      ...(isSent() ? [Sender.statement] : [])
    )
    const profile = Profile.from([account])
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
    const [document] = readOnlyModels(Document, [row])
    const isItsOwn = ({ document_id: id }: Row) => id === document.id
    document.$setRelated('signers', readOnlyModels(Signer, signers.filter(isItsOwn)))
    const people = readOnlyModels(User, senders)
    const sender = people.find(({ id }) => id === document.responsibleId) ?? null
    const followers = people.filter(
      (one) => one !== sender && (follows(one, document.id) || kindsFor(one, document.id))
    )
    const own = readOnlyModels(Mail, mails.filter(isItsOwn))
    return new Correspondence(document, sender, followers, own, common)
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

  /** The members who want mails of this kind about it. */
  membersWho(kind: MemberMailKind): User[] {
    const all = this.sender ? [this.sender, ...this.followers] : this.followers
    return all.filter((one) => this.isWantedBy(one, kind))
  }

  /** What cannot be turned off, everybody of them wants. */
  isWantedBy(member: User, kind: MemberMailKind): boolean {
    const choice = choiceOf(kind)
    return !choice || wantsOf(this.document, member, choice)
  }

  /** To whom a mail goes that is not a signer's; null for somebody who left, or follows it no more. */
  member({ userId }: Mail): User | null {
    if (userId === null || userId === this.sender?.id) return this.sender
    return this.followers.find(({ id }) => id === userId) ?? null
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

  /**
   * The mail that was remembered under this id, or a new one.
   *
   * @param about  the signer of whom it tells a member
   */
  mail(kind: AboutDocument, recipient: Signer | User, id: string, about?: Signer): Mail {
    const known = this.mails.find((mail) => mail.messageId === id)
    return known ?? this.#compose(kind, recipient, id, about)
  }

  #compose(kind: AboutDocument, recipient: Signer | User, id: string, about?: Signer): Mail {
    const signer = recipient instanceof Signer ? recipient : null
    const user = recipient instanceof User ? recipient : null
    const language = signer ? languageOf(this, signer) : Reader.ownLanguage(user)
    const role = (signer ?? about)?.role
    const t = spokenAmong(this.document.signers, Phrasebook.in(language).t)
    const of = { brand: this.brand.name, title: this.document.title, name: about?.name ?? '', role }
    return Mail.compose({
      kind,
      documentId: this.document.id,
      signerId: signer?.id ?? null,
      userId: user?.id ?? null,
      aboutId: about?.id ?? null,
      recipient: kind === 'sms' ? (signer?.phone ?? '') : recipient.email,
      messageId: id,
      subject: subjectOf(kind, of, { t }),
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
    query<RowOf<'documents'>>(
      `select ${columnList(Document)} from documents where id = any (${ids})`,
      values
    ),
    query<RowOf<'signers'>>(
      `select ${columnList(Signer)} from signers where document_id = any (${ids}) order by position`,
      values
    ),
    query<RowOf<'users', 'id' | 'name' | 'email'>>(membersOf(ids), values),
    query<Omit<RowOf<'mails'>, 'content'>>(
      `select ${Mail.listedColumns.join(', ')} from mails where document_id = any (${ids})`,
      values
    ),
    query<RowOf<'suppressions', 'address'>>(
      `select address from suppressions where address = any (array(
        select lower(email) from signers where document_id = any (${ids})
        union all select email from users where ${isMemberOf(ids)}))`,
      values
    ),
  ] as const
}

function membersOf(ids: string): string {
  const columns = 'id, name, email, time_zone, language'
  // the sandbox may not read how somebody wants mails, and gathers none
  const chosen = isSent()
    ? `, mail_rhythm, ${CHOSEN_MAILS}, ${followedColumns(ids)}`
    : `, 'each' as mail_rhythm`
  return `select ${columns}${chosen} from users where ${isMemberOf(ids)}`
}

/** Those who look after the documents, and those who follow them: only where mails are sent. */
function isMemberOf(ids: string): string {
  const own = `id = any (array(select unnest(array[created_by, holder_id]) from documents where id = any (${ids})))`
  const followers = `id = any (array(select user_id from document_mails where choice in ('follow', 'some') and document_id = any (${ids})))`
  return `disabled_at is null and (${isSent() ? `${own} or ${followers}` : own})`
}

/** @param sender  what its statement answered, where it was asked */
function commonOf(
  profile: Profile,
  suppressed: readonly RowOf<'suppressions', 'address'>[],
  sender: readonly Parameters<typeof Sender.from>[0][]
): Common {
  let route: Promise<SenderRoute> | undefined
  return {
    profile,
    suppressed: new Set(suppressed.map(({ address }) => address)),
    route: () => (route ??= routeBy(profile.entitlements, Sender.from(sender[0]))),
  }
}
