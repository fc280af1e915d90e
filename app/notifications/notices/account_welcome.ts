import UserLink from '#app/identity/users/user_link'
import { moment } from '../messages/words.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `linkId`. */
const accountWelcome: NoticeWording = {
  isMailOnly: true,

  async words({ linkId }, { profile }) {
    const link = await UserLink.find(linkId)
    if (!link || link.isExpired) return null
    const token = await link.token()
    return {
      subject: `Your account at ${profile.brand.name}`,
      paragraphs: [
        `You are invited to work with documents at ${profile.brand.name}. Choose a password to begin.`,
      ],
      action: { label: 'Choose a password', path: `/welcome/${token.release()}` },
      note: `The link works once, until ${moment(link.expiresAt)}. If you did not expect this, ignore it.`,
    }
  },
}

export default accountWelcome
