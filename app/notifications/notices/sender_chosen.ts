import User from '#app/identity/users/user'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `host`, and `by`, a member. */
export const serverChosen: NoticeWording = {
  carrier: 'platform',

  async words({ host, by }, { phrases, dashboard: { t } }) {
    const user = await User.find(by)
    return {
      subject: t('setting_notices.server_chosen'),
      paragraphs: [
        t('setting_notices.server_chosen_text', { host: String(host) }),
        t('setting_notices.server_chosen_advice'),
      ],
      about: {
        title: String(host),
        facts: fact(
          phrases.t('account_mails.changed_by'),
          user?.name ?? phrases.t('account_mails.gone')
        ),
      },
      action: { label: t('setting_notices.sender'), path: '/settings/sender' },
    }
  },
}
