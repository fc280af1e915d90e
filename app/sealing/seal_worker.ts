/** Runs in a thread of its own: see `seal.ts`. */
import { createHash } from 'node:crypto'
import { releaseStartGarbage } from '#app/foundation/processes/start_garbage'
import SealFailed from './errors/seal_failed.js'
import { CmsSignature, type SignatureParts } from './pades/cms_signature.js'
import { SigningIdentity } from './pades/signing_identity.js'
import { signedBy } from './pades/signatory.js'
import { fillSlot, type SignatureSlot } from './pades/signature_dictionary.js'
import { signatureValueOf, withTimestamp, type Stamped } from './later_timestamp.js'
import { answered, type Answer } from './seal_answer.js'
import { SealedDocument } from './sealed_document.js'
import { earlierSignatures } from './signed/earlier_signature.js'
import { CountersignedDocument } from './signed/countersigned_document.js'
import { verifySeal } from './seal_verifier.js'
import { warmUp } from './warm_up_seal.js'
import type { Mark, Sealed, SealOrder } from './seal_order.js'

/** Algorithms, names and the two values around the certificates, generously. */
const SIGNATURE_BYTES = 1024
/** Tokens of public authorities take 4 to 8 KB. */
const TOKEN_BYTES = 12 * 1024

export * from './long_term/long_term_worker.js'

/** A file with everything but its signature, or the time stamp of one. */
export interface Unfinished {
  bytes: Uint8Array
  pageCount: number
  marks: Mark[]
  slot: SignatureSlot
  signature: SignatureParts
}

/** A file that waits for a signature, whose value is still empty. */
export interface Unsigned extends Unfinished {
  toBeSigned: Uint8Array
}

/** A file with one more signature, which is no seal. */
export interface Revision {
  bytes: Uint8Array
  sha256: string
}

export interface FinishOrder {
  unfinished: Unfinished
  token: Uint8Array | null
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
    const { digest, ...made } = await prepared(order)
    fillSlot(made.bytes, made.slot, signedBy(order.signing, digest).encode())
    return sealed(made.bytes, made, rootsOf(order))
  })
}

/** For one that gets a time stamp. */
export function sign(order: SealOrder): Promise<Answer<Unfinished>> {
  return answered(async () => {
    const { digest, ...made } = await prepared(order)
    const { certificate, chain } = order.signing
    const { value } = signedBy(order.signing, digest)
    return { ...made, signature: { certificate, chain, digest, value } }
  })
}

/** For one that is signed elsewhere. */
export function prepare(order: SealOrder): Promise<Answer<Unsigned>> {
  return answered(async () => {
    const { digest, ...made } = await prepared(order)
    const { certificate, chain } = order.signing
    const signature = { certificate, chain, digest, value: new Uint8Array(0) }
    return { ...made, signature, toBeSigned: CmsSignature.of(signature).toBeSigned }
  })
}

export function finish({ unfinished, token, roots }: FinishOrder): Promise<Answer<Sealed>> {
  return answered(async () => {
    const { bytes, slot, pageCount, marks } = unfinished
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const signature = CmsSignature.of(unfinished.signature)
    if (token) signature.addTimestamp(token)
    fillSlot(file, slot, signature.encode())
    return sealed(file, { pageCount, marks }, roots)
  })
}

/** A signer's own signature, with a value that was made elsewhere. No file leaves in which readers would not find it whole. */
export function finishOwn({ bytes, slot, signature }: Unfinished): Promise<Answer<Revision>> {
  return answered(async () => {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    fillSlot(file, slot, CmsSignature.of(signature).encode())
    const found = earlierSignatures(file).at(-1)
    if (!found?.isUnchanged || found.coveredBytes !== file.length)
      throw new SealFailed('the signature that was made does not hold')
    return { bytes: file, sha256: createHash('sha256').update(file).digest('hex') }
  })
}

export function readSignature(file: Uint8Array): Promise<Answer<{ bytes: Uint8Array }>> {
  return answered(async () => ({ bytes: signatureValueOf(file) }))
}

export function stampLater({ file, roots, token }: LateStampOrder): Promise<Answer<Stamped>> {
  return answered(async () => withTimestamp(file, roots, token))
}

async function prepared(order: SealOrder) {
  const { signing } = order
  const certificates = [signing.certificate, ...signing.chain]
  const value = Math.max(SIGNATURE_BYTES, SigningIdentity.of(signing.certificate).bytes)
  const room = certificates.reduce((sum, { length }) => sum + length, value)
  const isStamped = signing.isStampedLater || Boolean(signing.timestampUrls?.length)
  const kind = order.isSignedBefore ? CountersignedDocument : SealedDocument
  const {
    file,
    signed: parts,
    pageCount,
    marks,
    slot,
  } = await kind.prepare(order, room + (isStamped ? TOKEN_BYTES : 0))
  const digest = createHash('sha256').update(parts[0]).update(parts[1]).digest()
  return { bytes: file, pageCount, marks, slot, digest }
}

/** No file leaves that we would not accept ourselves. */
function sealed(
  bytes: Buffer,
  { pageCount, marks }: Pick<Sealed, 'pageCount' | 'marks'>,
  roots: Uint8Array[]
): Sealed {
  const { valid, reason, isTimestamped } = verifySeal(bytes, { roots })
  if (!valid) throw new SealFailed(`what was made does not hold: ${reason}`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, sha256, pageCount, marks, level: isTimestamped ? 'B-T' : 'B-B' }
}

function rootsOf({ signing }: SealOrder): Uint8Array[] {
  return [signing.chain.at(-1) ?? signing.certificate]
}

/** Answers as soon as the thread has warmed up: not while the module loads, where V8 aborts the whole process if it ends just then. */
export async function ready() {
  await warmUp(seal)
  releaseStartGarbage()
}
