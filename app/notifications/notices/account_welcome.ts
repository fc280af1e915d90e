import { isLanguage } from '#app/foundation/phrases/languages'
import { offeredLanguages } from '#app/brand/brand_languages'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import UserLink from '#app/identity/users/user_link'
import type { Reader } from '../reader.js'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

/** Details: `linkId`, and `language`, of the person who invites. */
const accountWelcome: NoticeWording = {
  isMailOnly: true,
  isAskedFor: true,
  carrier: 'relay',

  /** Hardly anybody has chosen one before they come: as the one speaks who invites, and else as the account does to its signers. */
  language({ language }, user, { brand }) {
    return user.language ?? (isLanguage(language) ? language : offeredLanguages(brand.snapshot)[0])
  },

  async words({ linkId }, reader) {
    const link = await UserLink.find(linkId)
    if (!link || link.isExpired) return null
    if (await LogInPolicy.requiresSso()) return bySingleSignOn(reader)
    const { profile, moment, phrases } = reader
    const { t } = phrases
    const token = await link.token()
    return {
      subject: t('account_mails.welcome', { brand: profile.brand.name }),
      paragraphs: [t('account_mails.welcome_text', { brand: profile.brand.name })],
      action: { label: t('account_mails.choose_password'), path: `/welcome/${token.release()}` },
      note: t('account_mails.welcome_note', { until: moment(link.expiresAt) }),
    }
  },
}

/** They have no password to choose. */
function bySingleSignOn({ profile, phrases: { t } }: Reader): NoticeWords {
  return {
    subject: t('account_mails.welcome', { brand: profile.brand.name }),
    paragraphs: [t('account_mails.welcome_sso', { brand: profile.brand.name })],
    action: { label: t('account_mails.log_in'), path: '/sso/saml/login' },
    note: t('account_mails.unexpected'),
  }
}

export default accountWelcome
