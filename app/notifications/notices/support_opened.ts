import { SupportSession } from '#app/identity/sessions/support_session'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `supportId`. */
const supportOpened: NoticeWording = {
  carrier: 'relay',

  async words({ supportId }, { moment, dashboard: { t } }) {
    const session = await SupportSession.find(supportId)
    if (!session) return null
    const { operatorName, reason, mayWrite, expiresAt } = session
    return {
      subject: t('setting_notices.support'),
      paragraphs: [
        t(`setting_notices.support_${mayWrite ? 'writes' : 'reads'}`, {
          name: operatorName,
          until: moment(expiresAt),
        }),
        t('setting_notices.support_advice'),
      ],
      about: {
        title: t('setting_notices.support_session'),
        facts: fact(t('setting_notices.reason'), reason),
      },
      action: { label: t('setting_notices.see_support'), path: '/settings/security' },
    }
  },
}

export default supportOpened
