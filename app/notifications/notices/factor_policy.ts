import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import User from '#app/identity/users/user'
import { fact } from '../messages/words.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording } from './notice_wording.js'

/** Details: `by`, a member, and `dueAt`. */
export const factorRequired: NoticeWording = {
  language: ownLanguage,
  carrier: 'relay',

  async words({ by, dueAt }, { moment, phrases }) {
    const owner = await User.find(by)
    const { t } = phrases
    return {
      subject: t('account_mails.required'),
      paragraphs: [t('account_mails.required_text'), t('account_mails.required_others')],
      about: {
        title: t('account_mails.required_by'),
        facts: [
          ...fact(t('account_mails.owner'), owner?.name ?? t('account_mails.gone')),
          ...fact(t('account_mails.from'), moment(new Date(String(dueAt)))),
        ],
      },
      action: members(phrases),
    }
  },
}

/** Details: `by`, a member. */
export const factorOptional: NoticeWording = {
  language: ownLanguage,
  carrier: 'relay',

  async words({ by }, { phrases }) {
    const owner = await User.find(by)
    const { t } = phrases
    return {
      subject: t('account_mails.no_longer_required'),
      paragraphs: [t('account_mails.no_longer_required_text')],
      about: {
        title: t('account_mails.changed_by'),
        facts: fact(t('account_mails.owner'), owner?.name ?? t('account_mails.gone')),
      },
      action: members(phrases),
    }
  },
}

function members({ t }: Phrasebook) {
  return { label: t('account_mails.see_members'), path: '/settings/members' }
}
