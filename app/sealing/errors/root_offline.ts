import KeyStoreAway from './key_store_away.js'

/** The key of a root is kept offline, and something asked for it. */
export default class RootOffline extends KeyStoreAway {
  constructor(name: string) {
    super(
      `the key of ${name} is kept offline. Bring the medium that it is on, and name its file with --root-key=`
    )
  }
}
