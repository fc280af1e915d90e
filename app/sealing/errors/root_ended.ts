import KeyStoreAway from './key_store_away.js'

/** What a root confirmed now would count for nothing. Work waits until people have made another. */
export default class RootEnded extends KeyStoreAway {
  constructor(name: string, endsAt: Date) {
    const day = endsAt.toISOString().slice(0, 10)
    super(
      `${name} ends on ${day}. Make another with seal:rotate --root, and announce its fingerprint`,
      {
        beginning: '',
      }
    )
  }
}
