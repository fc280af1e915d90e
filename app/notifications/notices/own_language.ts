import type { Language } from '#app/foundation/phrases/languages'
import type User from '#app/identity/users/user'
import type { NoticeDetails } from '#app/tenants/notice'
import { Reader } from '../reader.js'

/** The one that the person has chosen for mails. */
export function ownLanguage(_details: NoticeDetails, user: User): Language {
  return Reader.ownLanguage(user)
}
