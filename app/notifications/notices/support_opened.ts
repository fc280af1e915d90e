import { SupportSession } from '#app/identity/sessions/support_session'
import { fact } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `supportId`. */
const supportOpened: NoticeWording = {
  async words({ supportId }, { moment }) {
    const session = await SupportSession.find(supportId)
    if (!session) return null
    const { operatorName, reason, mayWrite, expiresAt } = session
    return {
      subject: 'Support has opened a session in your account',
      paragraphs: [
        `${operatorName} from support ${mayWrite ? 'can see your account and make changes' : 'can see your account, but cannot make changes'} until ${moment(expiresAt)}.`,
        'There you can see what was done, and an owner can end the session at any time.',
      ],
      about: { title: 'Support session', facts: fact('Reason', reason) },
      action: { label: 'See support sessions', path: '/settings/security' },
    }
  },
}

export default supportOpened
