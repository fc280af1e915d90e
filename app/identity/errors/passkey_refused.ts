import { Refusal } from '#app/foundation/refusal'

/** Why an answer of an authenticator does not count. None of them says whose the passkey is, or whether it is known. */
const WORDS = {
  late: 'This took longer than five minutes, or was sent twice. Try again',
  unreadable: 'The browser sent nothing that we could read. Try again',
  wrong: 'This passkey does not count here. Try another way',
  copied:
    'This passkey was used before in a way that we have not seen, so it may have been copied. Remove it, and make a new one',
  known: 'This passkey was added before',
} as const

export type PasskeyFault = keyof typeof WORDS

export default class PasskeyRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'passkey_refused'

  constructor(
    readonly fault: PasskeyFault,
    options?: ErrorOptions
  ) {
    super(WORDS[fault], options)
    this.details = { fault }
    this.wording = { form: fault }
  }
}
