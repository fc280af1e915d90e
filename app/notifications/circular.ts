import Signer from '#app/documents/signers/signer'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task, type Work } from '#app/tenancy/outbox/outbox'
import type { Correspondence } from './correspondence.js'
import { Digest, type DigestLine } from './digests/digest.js'
import Mail, { type MemberMailKind } from './mail.js'
import { messageId } from './message_id.js'
import { choiceOf } from './wanted.js'

type Recipient = Signer | User

interface News {
  kind: MemberMailKind
  about: Correspondence
  /** To whom it is news beside members. */
  signers?: readonly Signer[]
  /** Who knows already, because they did it. */
  by?: string | null
  /** The signer of whom it tells. */
  of?: Signer
}

/** The same news to many: one mail and one piece of work each, so that a slow or refusing server of one holds up no other. Members who read once a day get a line. */
export async function circulate(news: News, task: Task): Promise<void> {
  await circulateAll([news], task)
}

/** Several news in one unit, which ends the work. */
export async function circulateAll(all: readonly News[], task: Task): Promise<void> {
  const told = all.map((news) => ({ news, members: membersFor(news) }))
  const mails = told.flatMap(({ news, members }) => mailsOf(news, members))
  const fresh = mails.filter((mail) => !mail.$isPersisted)
  await unit(async () => {
    const ids = await Mail.remember(fresh)
    Outbox.append(...ids.map((id): Work => ({ kind: 'mail.send', ref: id })))
    for (const { news, members } of told)
      for (const member of members)
        if (isForDigest(member, news.kind)) await Digest.add(member, lineOf(news))
    await Outbox.finish(task)
  })
}

function membersFor({ kind, about, by, of }: News): User[] {
  return about.membersWho(kind).filter(({ id, email }) => id !== by && email !== of?.email)
}

function mailsOf({ kind, about, signers = [], of }: News, members: User[]): Mail[] {
  const single = members.filter((member) => !isForDigest(member, kind))
  const [senders, others] = [single.filter(isSender), single.filter((one) => !isSender(one))]
  const all = recipients(about, [...senders, ...signers, ...others])
  return all.map((one) => about.mail(kind, one, idOf(one), of))

  function isSender(one: Recipient): boolean {
    return one === about.sender
  }

  function idOf(recipient: Recipient): string {
    if (recipient instanceof Signer) return messageId(kind, recipient.id)
    const noun = of?.id ?? about.document.id
    const occasion = kind === 'expiring' ? String(about.document.expiresAt?.getTime()) : ''
    const whose = isSender(recipient) ? '' : recipient.id
    return messageId(kind, noun, [whose, occasion].filter(Boolean).join('|'))
  }
}

function isForDigest({ mailRhythm }: User, kind: MemberMailKind): boolean {
  return mailRhythm === 'daily' && choiceOf(kind) !== null
}

function lineOf({ kind, about, of }: News): DigestLine {
  if (kind === 'failed') throw new RangeError('What cannot be turned off waits for no digest')
  return { kind, documentId: about.document.id, signerId: of?.id ?? '' }
}

/** One mail an address: the sender's own words go before a signer's, and these before those of other members. Addresses that have refused a mail get no more. */
function recipients(about: Correspondence, all: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>()
  for (const one of all) {
    const address = one.email.toLowerCase()
    if (!byAddress.has(address) && !about.isUnreachable(one.email)) byAddress.set(address, one)
  }
  return [...byAddress.values()]
}
