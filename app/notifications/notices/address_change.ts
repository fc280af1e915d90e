import AddressChange, { UNDO_DAYS } from '#app/identity/addresses/address_change'
import User from '#app/identity/users/user'
import type { NoticeDetails } from '#app/tenants/notice'
import { fact } from '../messages/words.js'
import type { NoticeWording, NoticeWords } from './notice_wording.js'

/** Details of all three: `changeId`. */

/** To the new address: a link that proves it, or, where a member has it already, that it was asked for. */
export const addressProof: NoticeWording = {
  isMailOnly: true,

  async recipient({ changeId }, { name }) {
    const change = await openOne(changeId)
    if (!change) return null
    const holder = await User.byEmail(change.newEmail)
    return { name: holder?.name ?? name, address: change.newEmail }
  },

  async words({ changeId }, { profile, moment }) {
    const change = await openOne(changeId)
    if (!change) return null
    if (await User.byEmail(change.newEmail)) return alreadyTaken(profile.brand.name)
    const token = await change.token('confirm')
    return {
      subject: 'Confirm your new address',
      paragraphs: [
        `Somebody with an account at ${profile.brand.name} wants to use this address from now on. If it was you, confirm it.`,
      ],
      action: { label: 'Confirm the address', path: `/address/${token.release()}` },
      note: `The link works once, until ${moment(change.expiresAt)}. If it was not you, ignore this email: nothing changes.`,
    }
  },
}

/** To the old address, while nothing has changed yet. */
export const addressRequested: NoticeWording = {
  isMailOnly: true,
  recipient: toOldAddress,

  async words({ changeId }, { moment }) {
    const change = await openOne(changeId)
    if (!change) return null
    const token = await change.token('refuse')
    return {
      subject: 'Your address is about to change',
      paragraphs: [
        'Somebody who is logged in to your account wants to use another address for it. It changes once that address is confirmed.',
        'If it was you, there is nothing to do here.',
      ],
      about: { title: 'The change', facts: factsOf(change) },
      action: { label: 'This was not me', path: `/address/${token.release()}/refuse` },
      note: `The link cancels the change and logs every browser out. It works until ${moment(change.expiresAt)}.`,
    }
  },
}

/** To the old address, once it is no longer the account's. */
export const addressChanged: NoticeWording = {
  isMailOnly: true,
  recipient: toOldAddress,

  async words({ changeId }, { moment }) {
    const change = await AddressChange.find(changeId)
    if (!change?.changedAt || !change.undoUntil) return null
    const token = await change.token('undo')
    return {
      subject: 'The address of your account was changed',
      paragraphs: [
        'From now on you log in with the new address, and no mails of this account come here any more.',
        `If it was not you, take your old address back within ${UNDO_DAYS} days. Every browser is logged out then, and you choose a new password.`,
      ],
      about: { title: 'The change', facts: factsOf(change) },
      action: { label: 'Take the old address back', path: `/address/${token.release()}/undo` },
      note: `The link works once, until ${moment(change.undoUntil)}. If it was you, ignore this email.`,
    }
  },
}

/** The same for everybody who asks: their name is no concern of a stranger’s. */
function alreadyTaken(brand: string): NoticeWords {
  return {
    subject: 'You already have an account with this address',
    paragraphs: [
      `Somebody with another account at ${brand} wanted to use this address. It belongs to an account of its own already, so nothing was changed.`,
      'If it was you, log in with this address, or choose another one for the other account.',
    ],
    action: { label: 'Log in', path: '/login' },
  }
}

async function openOne(changeId: unknown): Promise<AddressChange | null> {
  const change = await AddressChange.find(changeId)
  return change?.isOpen ? change : null
}

async function toOldAddress({ changeId }: NoticeDetails, { name }: User) {
  const change = await AddressChange.find(changeId)
  return change && { name, address: change.oldEmail }
}

function factsOf({ oldEmail, newEmail }: AddressChange) {
  return [...fact('Old address', oldEmail), ...fact('New address', newEmail)]
}
