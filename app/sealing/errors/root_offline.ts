import KeyStoreAway from './key_store_away.js'

/** The key of a root is kept offline, and something asked for it. */
export default class RootOffline extends KeyStoreAway {
  constructor(name: string) {
    const remedy =
      'name its file with --root-key= and that of its passphrase with --passphrase-file='
    super(`of ${name} is kept offline. Bring the medium that it is on, and ${remedy}`, {
      beginning: 'The key ',
    })
  }
}
