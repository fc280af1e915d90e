import KeyStoreAway from './key_store_away.js'

/** What a provider of signatures would not do: be reached, know the client, go on with a log-in, take the PIN, or anything else. */
export type ProviderFault = 'address' | 'unreachable' | 'client' | 'login' | 'pin' | 'other'

/** A provider that signs by the CSC API did not do what it was asked for. */
export default class ProviderAway extends KeyStoreAway {
  /** Its tenant is told, and nobody else’s documents wait. */
  static isOthers = true

  /** @param said  for people and logs, without anything that was sent */
  constructor(
    readonly fault: ProviderFault,
    readonly said: string,
    options?: { cause?: unknown }
  ) {
    super(`the provider of signatures: ${said}`, options)
  }
}
