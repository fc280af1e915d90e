import User from '#app/identity/users/user'
import { LogInPolicy } from '#app/identity/access/log_in_policy'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

const ENFORCEMENT = '/settings/single-sign-on/enforcement'

/** To somebody who asked for a new password, where passwords do not count. */
export const logInBySingleSignOn: NoticeWording = {
  isMailOnly: true,
  isAskedFor: true,
  language: ownLanguage,
  carrier: 'relay',

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
  carrier: 'relay',

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
  carrier: 'relay',

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
  carrier: 'relay',

  words(_details, { dashboard: { t } }) {
    return {
      subject: t('setting_notices.sso_lifted'),
      paragraphs: [t('setting_notices.sso_lifted_text'), t('setting_notices.sso_kept')],
      action: { label: t('setting_notices.sso'), path: ENFORCEMENT },
    }
  },
}

export const singleSignOnReturned: NoticeWording = {
  carrier: 'relay',

  words(_details, { dashboard: { t } }) {
    return {
      subject: t('setting_notices.sso_returned'),
      paragraphs: [
        t('setting_notices.sso_returned_text'),
        t('setting_notices.sso_returned_advice'),
      ],
      action: { label: t('setting_notices.sso'), path: ENFORCEMENT },
    }
  },
}

/** Details: `linkId`. */
export const singleSignOnSetUp: NoticeWording = {
  carrier: 'relay',

  words(_details, { dashboard: { t } }) {
    return {
      subject: t('setting_notices.sso_set_up'),
      paragraphs: [t('setting_notices.sso_set_up_text'), t('setting_notices.sso_set_up_advice')],
      action: { label: t('setting_notices.sso_look'), path: '/settings/single-sign-on' },
      note: t('setting_notices.sso_set_up_note'),
    }
  },
}
