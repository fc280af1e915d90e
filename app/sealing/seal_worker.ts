/** Runs in a thread of its own: see `seal.ts`. */
import { createHash } from 'node:crypto'
import { releaseStartGarbage } from '#app/foundation/processes/start_garbage'
import SealFailed from './errors/seal_failed.js'
import { CmsSignature, type SignatureParts } from './pades/cms_signature.js'
import { signedBy } from './pades/signatory.js'
import { fillSlot, type SignatureSlot } from './pades/signature_dictionary.js'
import { signatureValueOf, withTimestamp, type Stamped } from './later_timestamp.js'
import { answered, type Answer } from './seal_answer.js'
import { SealedDocument } from './sealed_document.js'
import { CountersignedDocument } from './signed/countersigned_document.js'
import { verifySeal } from './seal_verifier.js'
import { warmUp } from './warm_up_seal.js'
import type { Mark, Sealed, SealOrder } from './seal_order.js'

/** Algorithms, names and the two values around the certificates, generously. */
const SIGNATURE_BYTES = 1024
/** Tokens of public authorities take 4 to 8 KB. */
const TOKEN_BYTES = 12 * 1024

export * from './long_term/long_term_worker.js'

/** A sealed file that still lacks its time stamp. */
export interface Unstamped {
  bytes: Uint8Array
  pageCount: number
  marks: Mark[]
  slot: SignatureSlot
  signature: SignatureParts
}

export interface StampOrder {
  unstamped: Unstamped
  token: Uint8Array
  roots: Uint8Array[]
}

/** A sealed file that gets its time stamp later. */
export interface LateStampOrder {
  file: Uint8Array
  token: Uint8Array
  roots: Uint8Array[]
}

export function seal(order: SealOrder): Promise<Answer<Sealed>> {
  return answered(async () => {
    const { bytes, pageCount, marks } = await signed(order)
    return sealed(bytes, { pageCount, marks }, rootsOf(order))
  })
}

export function sealForTimestamp(order: SealOrder): Promise<Answer<Unstamped>> {
  return answered(async () => {
    const { bytes, pageCount, marks, slot, digest, value } = await signed(order)
    const { certificate, chain } = order.signing
    return { bytes, pageCount, marks, slot, signature: { certificate, chain, digest, value } }
  })
}

export function addTimestamp({ unstamped, token, roots }: StampOrder): Promise<Answer<Sealed>> {
  return answered(async () => {
    const { bytes, slot, pageCount, marks } = unstamped
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const signature = CmsSignature.of(unstamped.signature)
    signature.addTimestamp(token)
    fillSlot(file, slot, signature.encode())
    return sealed(file, { pageCount, marks }, roots)
  })
}

export function readSignature(file: Uint8Array): Promise<Answer<{ bytes: Uint8Array }>> {
  return answered(async () => ({ bytes: signatureValueOf(file) }))
}

export function stampLater({ file, roots, token }: LateStampOrder): Promise<Answer<Stamped>> {
  return answered(async () => withTimestamp(file, roots, token))
}

async function signed(order: SealOrder) {
  const { signing } = order
  const certificates = [signing.certificate, ...signing.chain]
  const room = certificates.reduce((sum, { length }) => sum + length, SIGNATURE_BYTES)
  const isStamped = signing.isStampedLater || Boolean(signing.timestampUrls?.length)
  const kind = order.isSignedBefore ? CountersignedDocument : SealedDocument
  const {
    file,
    signed: parts,
    ...made
  } = await kind.prepare(order, room + (isStamped ? TOKEN_BYTES : 0))
  const digest = createHash('sha256').update(parts[0]).update(parts[1]).digest()
  const cms = signedBy(signing, digest)
  fillSlot(file, made.slot, cms.encode())
  return { ...made, bytes: file, digest, value: cms.value }
}

/** No file leaves that we would not accept ourselves. */
function sealed(
  bytes: Buffer,
  made: Pick<Sealed, 'pageCount' | 'marks'>,
  roots: Uint8Array[]
): Sealed {
  const { valid, reason, isTimestamped } = verifySeal(bytes, { roots })
  if (!valid) throw new SealFailed(`what was made does not hold: ${reason}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, sha256, ...made, level: isTimestamped ? 'B-T' : 'B-B' }
}

function rootsOf({ signing }: SealOrder): Uint8Array[] {
  return [signing.chain.at(-1) ?? signing.certificate]
}

/** Answers as soon as the thread has warmed up: not while the module loads, where V8 aborts the whole process if it ends just then. */
export async function ready() {
  await warmUp(seal)
  releaseStartGarbage()
}
