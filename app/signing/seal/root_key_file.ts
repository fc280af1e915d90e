import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { chmod, lstat, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Exception } from '@adonisjs/core/exceptions'
import type { Secret } from '@adonisjs/core/helpers'
import { writeDurably } from '#app/foundation/durable_file'

/** What protects a key that somebody may find: OpenSSL derives the cipher’s key from it by few rounds. */
const SHORTEST_PASSPHRASE = 20

/** A file with the key of a root, encrypted, and its certificate: what openssl reads as well. */
export interface RootKeyFile {
  path: string
  passphrase: Secret<string>
}

/** Written to the disk, and read again. @param pkcs8  DER @throws Exception with a sentence for who runs the command */
export async function writeRootKey(
  { path, passphrase }: RootKeyFile,
  pkcs8: Uint8Array,
  certificate: Uint8Array
): Promise<void> {
  if (passphrase.release().length < SHORTEST_PASSPHRASE)
    throw refused(`A passphrase has at least ${SHORTEST_PASSPHRASE} characters`)
  if (await isThere(path))
    throw refused(
      `${path} is there already: the key is still here. Choose another name; a file that an earlier try left has the key as well, so destroy it`
    )
  if (!(await isThere(dirname(path)))) throw refused(`${dirname(path)} is not there`)
  const key = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc' } as const
  const pem = key.export({ ...options, passphrase: passphrase.release() })
  await writeDurably(path, `${new X509Certificate(certificate).toString()}${String(pem)}`)
  await chmod(path, 0o400)
  await readRootKey({ path, passphrase }, certificate)
}

/** @returns PKCS#8 in DER @throws Exception where it is not the key of this certificate */
export async function readRootKey(
  { path, passphrase }: RootKeyFile,
  certificate: Uint8Array
): Promise<Uint8Array> {
  const pem = await textOf(path)
  let key: KeyObject
  try {
    key = createPrivateKey({ key: pem, passphrase: passphrase.release() })
  } catch (cause) {
    throw refused(`${path} does not open with this passphrase`, cause)
  }
  if (!new X509Certificate(certificate).checkPrivateKey(key))
    throw refused(`${path} has the key of another root`)
  return new Uint8Array(key.export({ type: 'pkcs8', format: 'der' }))
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw refused(`${path} cannot be read: bring the medium with the key of the root`, cause)
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false
  )
}

function refused(sentence: string, cause?: unknown): Exception {
  return new Exception(sentence, { status: 422, cause })
}
