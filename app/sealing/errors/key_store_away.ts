import { Outage } from '#app/foundation/outage'

/** The store that holds a key did not sign with it. Nothing is lost: the same work is tried again until it does. */
export default class KeyStoreAway extends Outage {
  static code = 'E_KEY_STORE_AWAY'
  static isLoggable = true

  /** @param beginning  of the sentence whose end the reason is */
  constructor(
    reason: string,
    {
      beginning = 'The store of the seals’ keys cannot be used: ',
      ...options
    }: { cause?: unknown; beginning?: string } = {}
  ) {
    super(`${beginning}${reason}`, options)
  }
}
