import { Exception } from '@adonisjs/core/exceptions'
import { Secret } from '@adonisjs/core/helpers'
import type { RootKeyFile } from '#app/signing/seal/root_key_file'
import { textOf } from './_text_file.js'

interface Flags {
  rootKey?: string
  passphraseFile?: string
}

/** Where the key of a root is, and what opens it; null where neither is given. @throws Exception with a sentence where one of them is */
export async function rootKeyFile({ rootKey, passphraseFile }: Flags): Promise<RootKeyFile | null> {
  if (!rootKey && !passphraseFile) return null
  if (!rootKey || !passphraseFile)
    throw new Exception('Give both: --root-key and --passphrase-file', { status: 422 })
  const passphrase = (await textOf(passphraseFile)).replace(/\r?\n$/, '')
  // openssl reads the first, and would not open what is encrypted under all of them
  if (/[\r\n]/.test(passphrase))
    throw new Exception(`${passphraseFile} has more than one line`, { status: 422 })
  return { path: rootKey, passphrase: new Secret(passphrase) }
}
