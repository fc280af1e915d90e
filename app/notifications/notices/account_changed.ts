import type { PhraseKey } from '#app/foundation/phrases/phrasebook'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

interface Keys {
  subject: PhraseKey
  text: PhraseKey
}

/** By what has changed: the trail's name of it. */
const WORDS: Readonly<Record<string, Keys>> = {
  'password.changed': {
    subject: 'account_mails.password_changed',
    text: 'account_mails.password_changed_text',
  },
  'passkey.added': {
    subject: 'account_mails.passkey_added',
    text: 'account_mails.passkey_added_text',
  },
  'passkey.removed': {
    subject: 'account_mails.passkey_removed',
    text: 'account_mails.passkey_removed_text',
  },
  'passkey.counter_went_back': {
    subject: 'account_mails.passkey_copied',
    text: 'account_mails.passkey_copied_text',
  },
  'second_factor.recovered': {
    subject: 'account_mails.factor_recovered',
    text: 'account_mails.factor_recovered_text',
  },
  'second_factor.set_up': {
    subject: 'account_mails.factor_set_up',
    text: 'account_mails.factor_set_up_text',
  },
  'second_factor.removed': {
    subject: 'account_mails.factor_removed',
    text: 'account_mails.factor_removed_text',
  },
  'second_factor.codes_renewed': {
    subject: 'account_mails.codes_renewed',
    text: 'account_mails.codes_renewed_text',
  },
  'second_factor.recovery_code_used': {
    subject: 'account_mails.code_used',
    text: 'account_mails.code_used_text',
  },
}

/** Details: `what`. */
const accountChanged: NoticeWording = {
  language: ownLanguage,
  carrier: 'relay',

  words({ what }, { phrases: { t } }) {
    const keys = WORDS[String(what)]
    if (!keys) return null
    return {
      subject: t(keys.subject),
      paragraphs: [t(keys.text)],
      action: { label: t('account_mails.see_account'), path: '/account' },
      note: t('account_mails.changed_note'),
    }
  },
}

export default accountChanged
