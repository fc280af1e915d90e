import type User from '#app/identity/users/user'
import type Notice from '#app/tenants/notice'
import type { Party } from '../messages/mail_message.js'
import type { NoticeWording } from './notice_wording.js'

/** Where the mail of a notice goes at this moment; null when there is nothing left to tell. */
export async function recipientOf(
  { recipient }: NoticeWording,
  { details }: Notice,
  user: User
): Promise<Party | null> {
  return recipient ? recipient(details, user) : { name: user.name, address: user.email }
}
