import UserLink from '#app/identity/users/user_link'
import type { NoticeWording } from './notice_wording.js'

/** Details: `linkId`. */
const accountReset: NoticeWording = {
  isMailOnly: true,

  async words({ linkId }, { moment }) {
    const link = await UserLink.find(linkId)
    if (!link || link.isExpired) return null
    const token = await link.token()
    return {
      subject: 'Choose a new password',
      paragraphs: [
        'Somebody asked for a new password for your account. If it was you, choose one now.',
      ],
      action: { label: 'Choose a password', path: `/reset/${token.release()}` },
      note: `The link works once, until ${moment(link.expiresAt)}. If it was not you, ignore this email: your password stays the same.`,
    }
  },
}

export default accountReset
