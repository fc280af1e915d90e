import User from '#app/identity/users/user'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

const SETTINGS = { label: 'See who has one', path: '/settings/members' }

/** Details: `by`, a member, and `dueAt`. */
export const factorRequired: NoticeWording = {
  async words({ by, dueAt }, { moment }) {
    const owner = await User.find(by)
    return {
      subject: 'Everybody needs a second factor now',
      paragraphs: [
        'An owner has required a second factor of everybody who logs in with a password. Those without one are led to set one up when they log in.',
        'People who log in by single sign-on are asked by their identity provider. API keys and signers are not affected.',
      ],
      about: {
        title: 'Required by',
        facts: [
          ...fact('Owner', owner?.name ?? 'somebody who left'),
          ...fact('From', moment(new Date(String(dueAt)))),
        ],
      },
      action: SETTINGS,
    }
  },
}

/** Details: `by`, a member. */
export const factorOptional: NoticeWording = {
  async words({ by }) {
    const owner = await User.find(by)
    return {
      subject: 'A second factor is optional again',
      paragraphs: [
        'An owner no longer requires a second factor. Those who have one are still asked for it.',
      ],
      about: { title: 'Changed by', facts: fact('Owner', owner?.name ?? 'somebody who left') },
      action: SETTINGS,
    }
  },
}
