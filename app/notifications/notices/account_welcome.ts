import { LogInPolicy } from '#app/identity/access/log_in_policy'
import UserLink from '#app/identity/users/user_link'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

/** Details: `linkId`. */
const accountWelcome: NoticeWording = {
  isMailOnly: true,

  async words({ linkId }, { profile, moment }) {
    const link = await UserLink.find(linkId)
    if (!link || link.isExpired) return null
    if (await LogInPolicy.requiresSso()) return bySingleSignOn(profile.brand.name)
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

/** They have no password to choose. */
function bySingleSignOn(brand: string): NoticeWords {
  return {
    subject: `Your account at ${brand}`,
    paragraphs: [
      `You are invited to work with documents at ${brand}. Log in through the identity provider of your organisation to begin.`,
    ],
    action: { label: 'Log in', path: '/sso/saml/login' },
    note: 'If you did not expect this, ignore it.',
  }
}

export default accountWelcome
