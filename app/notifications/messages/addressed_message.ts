import { bounceAddress } from '../bounces/bounce_token.js'
import type { MailMessage } from './mail_message.js'
import type Mail from '../mail.js'
import type { SenderRoute } from '../servers/sender_route.js'

/** RFC 6376, 5.4.1, and what RFC 8058, 4, wants a signature to cover before a mail program offers a button. */
const SIGNED_FIELDS = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type',
  'Content-Transfer-Encoding:Content-ID:Content-Description:In-Reply-To:References',
  'List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

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
    // where it bounces, the report that comes back to a return path of somebody else quotes no link (RFC 3461, 4.3)
    dsn: { ret: 'HDRS' },
    ...(signedBy ? { dkim: { ...signedBy, headerFieldNames: SIGNED_FIELDS } } : {}),
  }
}

/** The same name on every try; its domain is that of the sender. */
function messageIdAt(address: string, { messageId }: Mail): string {
  const [name] = messageId.split('@')
  return `${name}@${address.split('@').at(-1)}>`
}
