import UserLink from '#app/identity/users/user_link'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `linkId`. */
const accountReset: NoticeWording = {
  isMailOnly: true,
  isAskedFor: true,
  carrier: 'relay',
  language: ownLanguage,

  async words({ linkId }, { moment, phrases: { t } }) {
    const link = await UserLink.find(linkId)
    if (!link || link.isExpired) return null
    const token = await link.token()
    return {
      subject: t('account_mails.reset'),
      paragraphs: [t('account_mails.reset_text')],
      action: { label: t('account_mails.choose_password'), path: `/reset/${token.release()}` },
      note: t('account_mails.reset_note', { until: moment(link.expiresAt) }),
    }
  },
}

export default accountReset
