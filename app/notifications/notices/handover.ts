import { Handover } from '#app/identity/handover/handover'
import { moment } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `handoverId`. */
export const handoverAsked: NoticeWording = {
  async words({ handoverId }) {
    const handover = await Handover.pending()
    if (handover === null || handover.id !== handoverId) return null
    const { askedBy, name, email, dueAt } = handover
    return {
      subject: 'Your account is to get another owner',
      paragraphs: [
        `${askedBy} wants to make ${name} (${email}) the owner of this account. Those who own it now become admins.`,
        `This happens on ${moment(dueAt)}. If it is not what you want, refuse it before then.`,
      ],
      action: { label: 'See and refuse', path: '/settings/handover' },
    }
  },
}

/** Details: `userId`, of the new owner. */
export const handoverDone: NoticeWording = {
  words: () => ({
    subject: 'Your account has another owner',
    paragraphs: [
      'The account was handed over as announced. Who did it stands in its security trail, and who works here under Members.',
    ],
    action: { label: 'See members', path: '/settings/members' },
  }),
}
