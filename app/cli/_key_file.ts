import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { Exception } from '@adonisjs/core/exceptions'
import { textOf } from './_text_file.js'

/** @throws Exception with a sentence, where the file is something else */
export async function publicKeyIn(path: string): Promise<KeyObject> {
  const pem = await textOf(path)
  return read(() => createPublicKey(pem), `${path} contains no public key (PEM)`)
}

/** @throws Exception with a sentence, where the file is something else */
export async function privateKeyIn(path: string): Promise<KeyObject> {
  const pem = await textOf(path)
  return read(() => createPrivateKey(pem), `${path} contains no private key (PEM, unencrypted)`)
}

function read(key: () => KeyObject, otherwise: string): KeyObject {
  try {
    return key()
  } catch (cause) {
    throw new Exception(otherwise, { status: 422, cause })
  }
}
