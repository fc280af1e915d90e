import { bounceAddress } from '../bounces/bounce_token.js'
import type { MailMessage } from './mail_message.js'
import type Mail from '../mail.js'
import type { SenderRoute } from '../servers/sender_route.js'

/** Adds what depends on the sending server: sender address, return path, DKIM signature. In the tenant's scope. */
export async function addressed(
  message: MailMessage,
  mail: Mail,
  route: SenderRoute
): Promise<MailMessage> {
  const { address, returnTo, signedBy } = route
  return {
    ...message,
    from: { name: message.from.name, address },
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
