import { Handover } from '#app/identity/handover/handover'
import type { NoticeWording } from './notice_wording.js'

/** Details: `handoverId`. */
export const handoverAsked: NoticeWording = {
  async words({ handoverId }, { moment }) {
    const handover = await Handover.pending()
    if (handover === null || handover.id !== handoverId) return null
    const { askedBy, name, email, dueAt } = handover
    return {
      subject: 'Somebody wants to change the owner of your account',
      paragraphs: [
        `${askedBy} wants to make ${name} (${email}) the owner of this account. The present owners will become admins.`,
        `This will happen on ${moment(dueAt)}. If you do not want it, refuse before then.`,
      ],
      action: { label: 'See and refuse', path: '/settings/handover' },
    }
  },
}

/** Details: `userId`, of the new owner. */
export const handoverDone: NoticeWording = {
  words: () => ({
    subject: 'Your account has a new owner',
    paragraphs: [
      'The account was handed over as announced. Its security trail says who did it, and Members lists the people in it.',
    ],
    action: { label: 'See members', path: '/settings/members' },
  }),
}
