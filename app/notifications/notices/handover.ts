import { Handover } from '#app/identity/handover/handover'
import type { NoticeWording } from './notice_wording.js'

/** Details: `handoverId`. */
export const handoverAsked: NoticeWording = {
  carrier: 'platform',

  async words({ handoverId }, { moment, dashboard: { t } }) {
    const handover = await Handover.pending()
    if (handover === null || handover.id !== handoverId) return null
    const { askedBy, name, email, dueAt } = handover
    return {
      subject: t('setting_notices.handover'),
      paragraphs: [
        t('setting_notices.handover_text', { by: askedBy, name, email }),
        t('setting_notices.handover_when', { when: moment(dueAt) }),
      ],
      action: { label: t('setting_notices.handover_see'), path: '/settings/handover' },
    }
  },
}

/** Details: `userId`, of the new owner. */
export const handoverDone: NoticeWording = {
  carrier: 'platform',

  words: (_details, { dashboard: { t } }) => ({
    subject: t('setting_notices.handover_done'),
    paragraphs: [t('setting_notices.handover_done_text')],
    action: { label: t('setting_notices.see_members'), path: '/settings/members' },
  }),
}
