import User from '#app/identity/users/user'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `userId`. For owners and admins. */
const memberFactorRemoved: NoticeWording = {
  async words({ userId }) {
    const user = await User.find(userId)
    if (!user) return null
    return {
      subject: 'A member’s second factor was removed',
      paragraphs: [
        'Somebody who had lost their telephone and their recovery codes logs in with a password alone, until they set up another second factor.',
      ],
      about: { title: user.name, facts: fact('Address', user.email) },
      action: { label: 'See who did it', path: '/settings/security' },
    }
  },
}

export default memberFactorRemoved
