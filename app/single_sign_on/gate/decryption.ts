import { createDecipheriv } from 'node:crypto'
import { openOaep, type OaepDigest, type OaepTerms } from './oaep.js'
import { must } from './rejection.js'
import { attribute, is, onlyChild, textOf, within, type Namespace } from './xml.js'
import type { XmlElement } from './libraries.js'

const GCM = { iv: 12, tag: 16 }
const CBC_BLOCK = 16
const DIGEST_NAMES: Readonly<Record<string, OaepDigest>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
const MASK_NAMES: Readonly<Record<string, OaepDigest>> = {
  'http://www.w3.org/2009/xmlenc11#mgf1sha1': 'sha1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'sha256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384': 'sha384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'sha512',
}

const ENCRYPTED = /<((?:[^\s<>/:]+:)?EncryptedAssertion)[\s>][\s\S]*<\/\1\s*>/

/**
 * Opens the one encrypted assertion of a message, with each of our keys in turn, by Node's own cryptography: a library would parse what a stranger has
 * encrypted for us before its size is known. What comes out is as hostile as what came in.
 *
 * @param encrypted  an EncryptedAssertion that `assertEncryption` has looked at
 * @returns the text of the assertion
 * @throws any error, which must not reach who sent the message: it says how far it came
 */
export function decrypted(encrypted: XmlElement, keys: readonly string[]): string {
  const data = only(encrypted, 'encryption', 'EncryptedData')
  const contentKey = keyIn(only(encrypted, 'encryption', 'EncryptedKey'), keys)
  const method = attribute(onlyChild(data, 'encryption', 'EncryptionMethod'), 'Algorithm')!
  const bytes = opened(method.split('#')[1], contentKey, cipherValue(data))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** @param xml  of a message with one encrypted assertion */
export function withDecrypted(xml: string, assertion: string): string {
  must(ENCRYPTED.test(xml), 'shape', 'E_ENCRYPTED')
  return xml.replace(ENCRYPTED, () => assertion)
}

/** Of the first of our keys that opens it (XML encryption, 5.5). */
function keyIn(encryptedKey: XmlElement, keys: readonly string[]): Buffer {
  const ways = oaepOf(onlyChild(encryptedKey, 'encryption', 'EncryptionMethod'))
  const value = cipherValue(encryptedKey)
  for (const key of keys)
    for (const terms of ways) {
      try {
        return openOaep(key, value, terms)
      } catch {
        // for another key of ours, or the other mask
      }
    }
  must(false, 'signature', 'E_DECRYPT_OR_SIGNATURE')
}

/** SHA-1 where a message names none (XML encryption 1.1, 5.5.2). Libraries on OpenSSL name a digest and mean it for the mask, too: so that is tried as well. */
function oaepOf(method: XmlElement | undefined): OaepTerms[] {
  must(method, 'encryption', 'E_ENCALG')
  const named = (namespace: Namespace, name: string) => {
    const element = onlyChild(method, namespace, name)
    return element && attribute(element, 'Algorithm')
  }
  const digest = digestNamed(DIGEST_NAMES, named('signature', 'DigestMethod'))
  const mask = named('encryption11', 'MGF')
  const masks =
    mask === undefined ? new Set<OaepDigest>(['sha1', digest]) : [digestNamed(MASK_NAMES, mask)]
  const label = Buffer.from(textOf(onlyChild(method, 'encryption', 'OAEPparams')) ?? '', 'base64')
  return [...masks].map((maskDigest) => ({ digest, maskDigest, label }))
}

function digestNamed(
  names: Readonly<Record<string, OaepDigest>>,
  name: string | null | undefined
): OaepDigest {
  const digest = name === undefined ? 'sha1' : names[name ?? '']
  must(digest, 'encryption', 'E_ENCALG')
  return digest
}

/** The initialisation vector stands in front, the tag of GCM behind (XML encryption 1.1, 5.2.4). */
function opened(name: string, key: Buffer, bytes: Buffer): Buffer {
  const [, bits, mode] = /^aes(128|256)-(gcm|cbc)$/.exec(name)!
  if (mode === 'gcm') {
    const decipher = createDecipheriv(
      bits === '128' ? 'aes-128-gcm' : 'aes-256-gcm',
      key,
      bytes.subarray(0, GCM.iv),
      { authTagLength: GCM.tag }
    )
    decipher.setAuthTag(bytes.subarray(-GCM.tag))
    const content = decipher.update(bytes.subarray(GCM.iv, -GCM.tag))
    return Buffer.concat([content, decipher.final()])
  }
  const decipher = createDecipheriv(`aes-${bits}-cbc`, key, bytes.subarray(0, CBC_BLOCK))
  decipher.setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes.subarray(CBC_BLOCK)), decipher.final()])
  return withoutPadding(padded)
}

/** Only the last byte says how many there are; the others are anything (XML encryption, 5.2). */
function withoutPadding(padded: Buffer): Buffer {
  const count = padded.at(-1) ?? 0
  must(count >= 1 && count <= CBC_BLOCK, 'signature', 'E_DECRYPT_OR_SIGNATURE')
  return padded.subarray(0, -count)
}

function cipherValue(parent: XmlElement): Buffer {
  const data = onlyChild(parent, 'encryption', 'CipherData')
  return Buffer.from(textOf(data && onlyChild(data, 'encryption', 'CipherValue')) ?? '', 'base64')
}

function only(encrypted: XmlElement, namespace: Namespace, name: string): XmlElement {
  const found = within(encrypted).filter((element) => is(element, namespace, name))
  must(found.length === 1, 'encryption', 'E_ENCALG')
  return found[0]
}
