import User from '#app/identity/users/user'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

const ENFORCEMENT = '/settings/single-sign-on/enforcement'
const SETTINGS = { label: 'Open the settings of single sign-on', path: ENFORCEMENT }

/** To somebody who asked for a new password, where passwords do not count. */
export const logInBySingleSignOn: NoticeWording = {
  isMailOnly: true,
  language: ownLanguage,

  async words(_details, { profile, phrases: { t } }) {
    if (!(await LogInPolicy.requiresSso())) return null
    return {
      subject: t('account_mails.sso', { brand: profile.brand.name }),
      paragraphs: [t('account_mails.sso_text')],
      action: { label: t('account_mails.log_in'), path: '/sso/saml/login' },
      note: t('account_mails.sso_note'),
    }
  },
}

/** Details: `by`, a member. */
export const singleSignOnRequired: NoticeWording = {
  language: ownLanguage,

  async words({ by }, { phrases: { t } }) {
    const owner = await User.find(by)
    return {
      subject: t('account_mails.sso_required'),
      paragraphs: [t('account_mails.sso_required_text'), t('account_mails.sso_required_others')],
      about: {
        title: t('account_mails.required_by'),
        facts: fact(t('account_mails.owner'), owner?.name ?? t('account_mails.gone')),
      },
      action: { label: t('account_mails.sso_settings'), path: ENFORCEMENT },
    }
  },
}

/** Details: `userId`, `at`. */
export const emergencyLogIn: NoticeWording = {
  language: ownLanguage,

  async words({ userId, at }, { moment, phrases: { t } }) {
    const owner = await User.find(userId)
    const name = owner?.name ?? t('account_mails.an_owner')
    return {
      subject: t('account_mails.emergency'),
      paragraphs: [
        t('account_mails.emergency_text', { name }),
        t('account_mails.emergency_advice'),
      ],
      about: {
        title: t('account_mails.emergency_log_in'),
        facts: fact(t('account_mails.at'), moment(new Date(String(at)))),
      },
      action: { label: t('account_mails.sso_settings'), path: ENFORCEMENT },
    }
  },
}

export const requirementLifted: NoticeWording = {
  words() {
    return {
      subject: 'Passwords count again',
      paragraphs: [
        'Your plan does not include single sign-on any more, so it is no longer required: people log in with their passwords, and who has none chooses one by “Forgotten your password?”.',
        'What was set up is kept.',
      ],
      action: SETTINGS,
    }
  },
}

export const singleSignOnReturned: NoticeWording = {
  words() {
    return {
      subject: 'Single sign-on works again',
      paragraphs: [
        'Your plan includes single sign-on again, and people can log in by it as it was set up.',
        'It was required once, and is not required now: passwords count until an owner requires it anew.',
      ],
      action: SETTINGS,
    }
  },
}

/** Details: `linkId`. */
export const singleSignOnSetUp: NoticeWording = {
  words() {
    return {
      subject: 'Your identity provider was set up by a set-up link',
      paragraphs: [
        'Somebody with the set-up link that was made in your account has connected an identity provider. Nobody can log in by it yet.',
        'Look at what was set up and test it. An owner turns it on.',
      ],
      action: { label: 'Look at it', path: '/settings/single-sign-on' },
      note: 'If you did not expect this, revoke the link there.',
    }
  },
}
