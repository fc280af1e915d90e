import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import AddressChange, { UNDO_DAYS } from '#app/identity/addresses/address_change'
import User from '#app/identity/users/user'
import type { NoticeDetails } from '#app/tenants/notice'
import { fact } from '../messages/words.js'
import type { Reader } from '../reader.js'
import { ownLanguage } from './own_language.js'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

/** Details of all three: `changeId`. */

/** To the new address: a link that proves it, or, where a member has it already, that it was asked for. */
export const addressProof: NoticeWording = {
  isMailOnly: true,
  carrier: 'relay',
  isAskedFor: true,

  async language(details, user) {
    const change = await openOne(details.changeId)
    return ownLanguage(details, (change && (await memberWith(change.newEmail))) ?? user)
  },

  async recipient({ changeId }, { name }) {
    const change = await openOne(changeId)
    if (!change) return null
    const holder = await memberWith(change.newEmail)
    return { name: holder?.name ?? name, address: change.newEmail }
  },

  async words({ changeId }, reader) {
    const change = await openOne(changeId)
    if (!change) return null
    if (await memberWith(change.newEmail)) return alreadyTaken(reader)
    const { profile, moment, phrases } = reader
    const { t } = phrases
    const token = await change.token('confirm')
    return {
      subject: t('account_mails.proof'),
      paragraphs: [t('account_mails.proof_text', { brand: profile.brand.name })],
      action: { label: t('account_mails.confirm_address'), path: `/address/${token.release()}` },
      note: t('account_mails.proof_note', { until: moment(change.expiresAt) }),
    }
  },
}

/** To the old address, while nothing has changed yet. */
export const addressRequested: NoticeWording = {
  isMailOnly: true,
  carrier: 'relay',
  language: ownLanguage,
  recipient: toOldAddress,

  async words({ changeId }, { moment, phrases }) {
    const change = await openOne(changeId)
    if (!change) return null
    const { t } = phrases
    const token = await change.token('refuse')
    return {
      subject: t('account_mails.requested'),
      paragraphs: [t('account_mails.requested_text'), t('account_mails.requested_you')],
      about: { title: t('account_mails.change'), facts: factsOf(change, phrases) },
      action: { label: t('account_mails.not_me'), path: `/address/${token.release()}/refuse` },
      note: t('account_mails.requested_note', { until: moment(change.expiresAt) }),
    }
  },
}

/** To the old address, once it is no longer the account's. */
export const addressChanged: NoticeWording = {
  isMailOnly: true,
  carrier: 'relay',
  language: ownLanguage,
  recipient: toOldAddress,

  async words({ changeId }, { moment, phrases }) {
    const change = await AddressChange.find(changeId)
    if (!change?.changedAt || !change.undoUntil) return null
    const { t } = phrases
    const token = await change.token('undo')
    return {
      subject: t('account_mails.address_changed'),
      paragraphs: [
        t('account_mails.address_changed_text'),
        t('account_mails.address_undo', { days: UNDO_DAYS }),
      ],
      about: { title: t('account_mails.change'), facts: factsOf(change, phrases) },
      action: { label: t('account_mails.take_back'), path: `/address/${token.release()}/undo` },
      note: t('account_mails.address_changed_note', { until: moment(change.undoUntil) }),
    }
  },
}

/** The same for everybody who asks: their name is no concern of a stranger’s. */
function alreadyTaken({ profile, phrases: { t } }: Reader): NoticeWords {
  return {
    subject: t('account_mails.taken'),
    paragraphs: [
      t('account_mails.taken_text', { brand: profile.brand.name }),
      t('account_mails.taken_advice'),
    ],
    action: { label: t('account_mails.log_in'), path: '/login' },
  }
}

/** One who was removed gives their address up to the person who proves it. */
async function memberWith(email: string): Promise<User | null> {
  const user = await User.byEmail(email)
  return user?.isRemoved ? null : user
}

async function openOne(changeId: unknown): Promise<AddressChange | null> {
  const change = await AddressChange.find(changeId)
  return change?.isOpen ? change : null
}

async function toOldAddress({ changeId }: NoticeDetails, { name }: User) {
  const change = await AddressChange.find(changeId)
  return change && { name, address: change.oldEmail }
}

function factsOf({ oldEmail, newEmail }: AddressChange, { t }: Phrasebook) {
  return [
    ...fact(t('account_mails.old_address'), oldEmail),
    ...fact(t('account_mails.new_address'), newEmail),
  ]
}
