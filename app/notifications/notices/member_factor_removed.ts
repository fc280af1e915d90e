import User from '#app/identity/users/user'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `userId`. For owners and admins. */
const memberFactorRemoved: NoticeWording = {
  language: ownLanguage,
  carrier: 'relay',

  async words({ userId }, { phrases: { t } }) {
    const user = await User.find(userId)
    if (!user) return null
    return {
      subject: t('account_mails.lost'),
      paragraphs: [t('account_mails.lost_text')],
      about: { title: user.name, facts: fact(t('mails.address'), user.email) },
      action: { label: t('account_mails.see_who'), path: '/settings/security' },
    }
  },
}

export default memberFactorRemoved
