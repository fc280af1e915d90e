import { newId } from '#app/foundation/identifier'
import type { ServerLogin } from '#app/sending/sender_server'
import Mail from '../mail.js'
import { addressed } from '../letters/addressed_letter.js'
import { messageId } from '../message_id.js'
import { noticeLetter } from '../letters/notice_letter.js'
import type { Reader } from '../notices/notice_wording.js'
import { TenantServer } from './tenant_server.js'

const SUBJECT = 'A test of your mail server'

/**
 * Sends a mail to somebody who wants to know whether their server works. It is not remembered, and not tried again.
 *
 * @returns what the server said when it took it
 * @throws what the talk ended with
 */
export async function sendTestMail(reader: Reader, server: ServerLogin): Promise<string> {
  const { user } = reader
  const mail = Mail.compose({
    kind: 'notice',
    recipient: user.email,
    messageId: messageId('notice', user.id, newId('tst')),
    subject: SUBJECT,
  })
  const words = {
    subject: SUBJECT,
    paragraphs: [
      `This mail has come through ${server.host}. Mails to your signers go the same way.`,
    ],
  }
  const letter = await noticeLetter(mail, words, reader)
  const route = { way: 'server', address: server.address, returnTo: null, server } as const
  return TenantServer.send(await addressed(letter, mail, route), server)
}
