import Signer from '#app/documents/signers/signer'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import { Outbox, type Task, type Work } from '#app/tenancy/outbox/outbox'
import type { Correspondence } from './correspondence.js'
import Mail, { type DocumentMailKind } from './mail.js'
import { messageId } from './message_id.js'

type Recipient = Signer | User

/**
 * The same news to many: one mail and one piece of work each, so that a slow or refusing server of one holds up no other.
 *
 * @param isForSender  false where the sender knows already; one who wants no such mails gets none either
 */
export async function circulate(
  kind: DocumentMailKind,
  about: Correspondence,
  signers: readonly Signer[],
  task: Task,
  { isForSender = true } = {}
): Promise<void> {
  const sender = isForSender && about.isWantedBySender(kind) ? about.sender : null
  const mails = recipients(about, sender, signers).map((one) => about.mail(kind, one, idOf(one)))
  const fresh = mails.filter((mail) => !mail.$isPersisted)
  await unit(async () => {
    const ids = await Mail.remember(fresh)
    Outbox.append(...ids.map((id): Work => ({ kind: 'mail.send', ref: id })))
    await Outbox.finish(task)
  })

  function idOf(recipient: Recipient): string {
    return messageId(kind, recipient instanceof Signer ? recipient.id : about.document.id)
  }
}

/** One mail an address: the sender's own words go before a signer's. Addresses that have refused a mail get no more. */
function recipients(
  about: Correspondence,
  sender: User | null,
  signers: readonly Signer[]
): Recipient[] {
  const all: Recipient[] = sender ? [sender, ...signers] : [...signers]
  const byAddress = new Map<string, Recipient>()
  for (const one of all) {
    const address = one.email.toLowerCase()
    if (!byAddress.has(address) && !about.isUnreachable(one.email)) byAddress.set(address, one)
  }
  return [...byAddress.values()]
}
