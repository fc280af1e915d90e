import { bounceAddress } from '../bounces/bounce_token.js'
import type { Letter } from './letter.js'
import type Mail from '../mail.js'
import type { SenderRoute } from '../servers/sender_route.js'

/** A letter with what depends on the way it goes: whom it comes from, where it comes back to, who has signed it. In the tenant's scope. */
export async function addressed(letter: Letter, mail: Mail, route: SenderRoute): Promise<Letter> {
  const { address, returnTo, signedBy } = route
  return {
    ...letter,
    from: { name: letter.from.name, address },
    messageId: messageIdAt(address, mail),
    envelope: {
      from: returnTo ? await bounceAddress(mail.messageId, returnTo) : address,
      to: mail.recipient,
    },
    ...(signedBy ? { dkim: signedBy } : {}),
  }
}

/** The same name on every try; its domain is that of the sender. */
function messageIdAt(address: string, { messageId }: Mail): string {
  const [name] = messageId.split('@')
  return `${name}@${address.split('@').at(-1)}>`
}
