import { inflateRawSync } from 'node:zlib'
import { must, Rejection } from './rejection.js'

/** Of base64. 150 groups with long names take a fifth. */
export const MAX_ENCODED = 128 * 1024
const MAX_ENCODED_IN_QUERY = 16 * 1024
const MAX_INFLATED = 128 * 1024

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The text of a message that came by the POST binding (SAML bindings, 3.5.4). */
export function decodedPost(message: unknown): string {
  must(typeof message === 'string' && message.length > 0, 'encoding', 'E_MISSING')
  must(message.length <= MAX_ENCODED, 'encoding', 'E_SIZE', {
    expected: `at most ${MAX_ENCODED} characters`,
    received: String(message.length),
  })
  return utf8(bytesOf(message))
}

/** The text of a message that came by the Redirect binding: DEFLATE, base64 (SAML bindings, 3.4.4.1). */
export function decodedRedirect(message: string): string {
  must(message.length <= MAX_ENCODED_IN_QUERY, 'encoding', 'E_SIZE')
  const compressed = bytesOf(message)
  try {
    return utf8(inflateRawSync(compressed, { maxOutputLength: MAX_INFLATED }))
  } catch (error) {
    if (error instanceof Rejection) throw error
    throw new Rejection('encoding', 'E_DEFLATE')
  }
}

/** Node's own decoder skips what is no base64. */
function bytesOf(message: string): Buffer {
  const text = message.replaceAll(/[\r\n\t ]/g, '')
  must(BASE64.test(text) && text.length % 4 === 0, 'encoding', 'E_BASE64')
  return Buffer.from(text, 'base64')
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Rejection('characters', 'E_UTF8')
  }
}
