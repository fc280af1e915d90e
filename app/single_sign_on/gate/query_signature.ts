import { X509Certificate } from 'node:crypto'
import { isOneOf, isSignedBy, SIGNATURES } from './algorithms.js'
import { must, Rejection } from './rejection.js'

export type QueryField = 'SAMLRequest' | 'SAMLResponse'

export interface SignedQuery {
  message: string
  relayState: string | null
}

/**
 * Verifies a message of the Redirect binding. What is signed are the pieces of the query as they were sent, each once (SAML bindings, 3.4.4.1).
 *
 * @param rawQuery  without its question mark, nothing decoded
 * @param certificates  base64 of DER
 * @throws Rejection
 */
export function verifiedQuery(
  rawQuery: string,
  field: QueryField,
  certificates: readonly string[]
): SignedQuery {
  const pieces = piecesOf(rawQuery)
  const piece = (name: string) => {
    const found = pieces.filter((one) => one.name === name)
    must(found.length <= 1, 'encoding', 'E_DUPLICATE_PARAMETER', { received: name })
    return found.at(0)?.value
  }
  const [message, relayState] = [piece(field), piece('RelayState')]
  const [algorithm, signature] = [piece('SigAlg'), piece('Signature')]
  must(message, 'encoding', 'E_MISSING')
  must(piece('SAMLEncoding') === undefined, 'encoding', 'E_DEFLATE')
  must(algorithm && signature, 'signature', 'E_UNSIGNED')
  const name = decoded(algorithm)
  must(isOneOf(SIGNATURES, name), 'shape', 'E_SIGALG', { received: name })
  const signed = [
    `${field}=${message}`,
    ...(relayState === undefined ? [] : [`RelayState=${relayState}`]),
    `SigAlg=${algorithm}`,
  ].join('&')
  const bytes = Buffer.from(decoded(signature), 'base64')
  const isGenuine = certificates.some((certificate) => isBy(certificate, name, signed, bytes))
  must(isGenuine, 'signature', 'E_SIGNATURE')
  return {
    message: decoded(message),
    relayState: relayState === undefined ? null : decoded(relayState.replaceAll('+', ' ')),
  }
}

function piecesOf(rawQuery: string): { name: string; value: string }[] {
  return rawQuery.split('&').map((piece) => {
    const at = piece.indexOf('=')
    return at === -1
      ? { name: piece, value: '' }
      : { name: piece.slice(0, at), value: piece.slice(at + 1) }
  })
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece)
  } catch {
    throw new Rejection('encoding', 'E_ENCODING')
  }
}

function isBy(certificate: string, algorithm: string, signed: string, signature: Buffer): boolean {
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
  return isSignedBy(publicKey, algorithm, signed, signature)
}
