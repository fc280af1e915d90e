import type { NoticeWording, NoticeWords } from './notice_wording.js'

type Words = Pick<NoticeWords, 'subject'> & { text: string }

/** By what has changed: the trail's name of it. */
const WORDS: Readonly<Record<string, Words>> = {
  'password.changed': {
    subject: 'Your password was changed',
    text: 'Somebody who knew the old password has chosen a new one. Every other browser was logged out.',
  },
  'passkey.added': {
    subject: 'A passkey was added to your account',
    text: 'It logs you in at the address where it was made, and stands in for the code after your password.',
  },
  'passkey.removed': {
    subject: 'A passkey was removed from your account',
    text: 'It no longer logs you in. You can delete it from your device, too.',
  },
  'passkey.counter_went_back': {
    subject: 'A passkey of yours may have been copied',
    text: 'Somebody tried to log in with one of your passkeys. The device counts how often it is used, and counted less than before, so there may be a copy. We did not let them in. Remove the passkey, and make a new one.',
  },
  'second_factor.recovered': {
    subject: 'An owner removed your second factor',
    text: 'From now on your password alone logs you in, until you set up another second factor. You were logged out everywhere.',
  },
  'second_factor.set_up': {
    subject: 'A second factor protects your account',
    text: 'From now on you are asked for a code from your authenticator app after your password.',
  },
  'second_factor.removed': {
    subject: 'Your second factor was removed',
    text: 'From now on your password alone logs you in.',
  },
  'second_factor.codes_renewed': {
    subject: 'You have new recovery codes',
    text: 'The recovery codes that you had before no longer work.',
  },
  'second_factor.recovery_code_used': {
    subject: 'A recovery code was used',
    text: 'Somebody logged in to your account with your password and one of your recovery codes. That code no longer works.',
  },
}

/** Details: `what`. */
const accountChanged: NoticeWording = {
  words({ what }) {
    const words = WORDS[String(what)]
    if (!words) return null
    return {
      subject: words.subject,
      paragraphs: [words.text],
      action: { label: 'See your account', path: '/account' },
      note: 'If it was not you, choose a new password at once and tell an owner of this account.',
    }
  },
}

export default accountChanged
