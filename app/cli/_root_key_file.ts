import { readFile } from 'node:fs/promises'
import { Exception } from '@adonisjs/core/exceptions'
import { Secret } from '@adonisjs/core/helpers'
import type { RootKeyFile } from '#app/signing/seal/root_key_file'

interface Flags {
  rootKey?: string
  passphraseFile?: string
}

/** Where the key of a root is, and what opens it; null where neither is given. @throws Exception with a sentence where one of them is */
export async function rootKeyFile({ rootKey, passphraseFile }: Flags): Promise<RootKeyFile | null> {
  if (!rootKey && !passphraseFile) return null
  if (!rootKey || !passphraseFile)
    throw new Exception('Give both: --root-key and --passphrase-file', { status: 422 })
  try {
    const passphrase = new Secret((await readFile(passphraseFile, 'utf8')).replace(/\r?\n$/, ''))
    return { path: rootKey, passphrase }
  } catch (cause) {
    throw new Exception(`${passphraseFile} cannot be read`, { status: 422, cause })
  }
}
