import { createDecipheriv, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import type { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import CertificateRefused from '../errors/certificate_refused.js'
import { passwordKey, PURPOSE, type Effort } from './password_key.js'
import {
  CIPHERS,
  Pbes2Parameters,
  Pbkdf2Parameters,
  Pkcs12Parameters,
  PSEUDO_RANDOM,
  SCHEME,
} from './password_schemes.js'

const derived = promisify(pbkdf2)

/** Both are triple DES: what is older is no protection, and what is not known cannot be opened. */
const TRIPLE_DES = CIPHERS['1.2.840.113549.3.7']!
const DES_BLOCK = 8

interface Opening {
  name: string
  key: Buffer
  vector: Uint8Array
}

/**
 * What was encrypted with a password.
 *
 * @throws CertificateRefused where the password is wrong, or the way of encryption is not one of those in use
 */
export async function decrypted(
  data: Uint8Array,
  scheme: AlgorithmIdentifier,
  password: string,
  effort: Effort
): Promise<Buffer> {
  const { name, key, vector } = await openingOf(scheme, password, effort)
  try {
    const cipher = createDecipheriv(name, key, vector)
    return Buffer.concat([cipher.update(data), cipher.final()])
  } catch (cause) {
    throw new CertificateRefused('The password does not open the file.', {
      ...{ cause, form: 'wrong_password' },
    })
  }
}

async function openingOf(
  { algorithm, parameters }: AlgorithmIdentifier,
  password: string,
  effort: Effort
): Promise<Opening> {
  if (parameters && algorithm === SCHEME.pbes2) return modern(parameters, password, effort)
  if (parameters && algorithm === SCHEME.tripleDes) return earlier(parameters, password, effort)
  throw unknownWay()
}

/** RFC 8018, 6.2 */
async function modern(parameters: ArrayBuffer, password: string, effort: Effort): Promise<Opening> {
  const { derivation, cipher } = AsnConvert.parse(parameters, Pbes2Parameters)
  const known = CIPHERS[cipher.algorithm]
  if (!known || !cipher.parameters || !derivation.parameters) throw unknownWay()
  if (derivation.algorithm !== SCHEME.pbkdf2) throw unknownWay()
  const terms = AsnConvert.parse(derivation.parameters, Pbkdf2Parameters)
  const digest = terms.pseudoRandom ? PSEUDO_RANDOM[terms.pseudoRandom.algorithm] : 'sha1'
  if (!digest) throw unknownWay()
  effort.take(terms.iterations)
  const salt = new Uint8Array(terms.salt.buffer)
  const key = await derived(password, salt, terms.iterations, known.keyBytes, digest)
  const vector = new Uint8Array(AsnConvert.parse(cipher.parameters, OctetString).buffer)
  return { name: known.name, key, vector }
}

/** RFC 7292, C: as Windows and Java exported for long. */
async function earlier(
  parameters: ArrayBuffer,
  password: string,
  effort: Effort
): Promise<Opening> {
  const { salt, iterations } = AsnConvert.parse(parameters, Pkcs12Parameters)
  effort.take(iterations * 3)
  const from = { password, salt: new Uint8Array(salt.buffer), iterations, digest: 'sha1' }
  const { name, keyBytes } = TRIPLE_DES
  const key = await passwordKey(from, PURPOSE.encryption, keyBytes)
  return { name, key, vector: await passwordKey(from, PURPOSE.vector, DES_BLOCK) }
}

function unknownWay(): CertificateRefused {
  return new CertificateRefused(
    'The file is encrypted in a way that is not supported. Export it again with AES-256, or with triple DES and SHA-1.',
    { form: 'unknown_encryption' }
  )
}
