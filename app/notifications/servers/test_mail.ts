import { newId } from '#app/foundation/identifier'
import type { ServerLogin } from '#app/sending/sender_server'
import Mail from '../mail.js'
import { addressed } from '../messages/addressed_message.js'
import { messageId } from '../message_id.js'
import { noticeMessage } from '../messages/notice_message.js'
import type { Reader } from '../reader.js'
import { TenantServer } from './tenant_server.js'

/**
 * Sends a mail to somebody who wants to know whether their server works. It is not remembered, and not tried again.
 *
 * @returns what the server said when it took it
 * @throws what the talk ended with
 */
export async function sendTestMail(reader: Reader, server: ServerLogin): Promise<string> {
  const { user, dashboard } = reader
  const subject = dashboard.t('setting_notices.server_test')
  const mail = Mail.compose({
    kind: 'notice',
    recipient: user.email,
    messageId: messageId('notice', user.id, newId('tst')),
    subject,
  })
  const words = {
    subject,
    paragraphs: [dashboard.t('setting_notices.server_test_text', { host: server.host })],
  }
  const message = await noticeMessage(mail, words, reader, {
    name: user.name,
    address: user.email,
  })
  const route = { way: 'server', address: server.address, returnTo: null, server } as const
  return TenantServer.send(await addressed(message, mail, route), server)
}
