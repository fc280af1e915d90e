import { createHash, X509Certificate } from 'node:crypto'
import SealFailed from '../errors/seal_failed.js'
import type { Stamped } from '../later_timestamp.js'
import { fillSlot, type SignatureSlot } from '../pades/signature_dictionary.js'
import { Archive } from './archive.js'
import { stampChain } from './certificate_chains.js'
import { provenSeal } from './long_term_seal.js'
import { withProofs } from './proof_revision.js'
import type { Proofs } from './proofs.js'
import { stampAlgorithms } from './stamp_algorithms.js'
import { coveredBy, withRoomForStamp } from './stamp_revision.js'

/** A file with proofs for the long term behind its seal. */
export interface ArchivedFile {
  file: Uint8Array
  /** Where the seal ends. */
  sealedBytes: number
  /** DER of the authorities that the seal may lead to. */
  roots: Uint8Array[]
}

export interface RoomOrder extends ArchivedFile {
  /** About the newest document time stamp; null where there is none yet, or nothing is published. */
  proofs: Proofs | null
  /** For the token; null for what the one before it took, and a little more. */
  roomBytes: number | null
}

/** A file that lacks its newest document time stamp. */
export interface RoomForToken {
  bytes: Uint8Array
  slot: SignatureSlot
  /** What the stamp has to be about. */
  covered: Uint8Array
}

export interface FillOrder {
  unstamped: Omit<RoomForToken, 'covered'>
  token: Uint8Array
  sealedBytes: number
  roots: Uint8Array[]
}

export interface Archived extends Stamped {
  /** Until when its time stamps can be checked. */
  provenUntil: Date
  /** Of the newest, as a setting may retire them. */
  algorithms: string[]
}

/** An authority's next token is hardly larger than its last. */
const MARGIN_BYTES = 512

/** The certificates of the newest document time stamp, from the one that signed upwards, DER. @param known  issuers that it need not enclose */
export function newestChain(order: ArchivedFile & { known: Uint8Array[] }): Uint8Array[] | null {
  const { archive } = read(order)
  if (!archive.newest) return null
  const known = order.known.map((der) => new X509Certificate(der))
  const chain = stampChain(archive.newest.token, [...archive.certificates, ...known])
  return chain.map(({ raw }) => raw)
}

/** Adds what proves its newest document time stamp, and room for another. @throws E_SEAL_FAILED */
export function withRoom(order: RoomOrder): RoomForToken {
  const { archive, token } = read(order)
  const { file, proofs } = order
  const last = archive.newest?.token ?? token
  const proven = proofs ? withProofs(file, onlyNew(proofs, archive)) : file
  const { bytes, slot } = withRoomForStamp(proven, order.roomBytes ?? last.length + MARGIN_BYTES)
  return { bytes, slot, covered: coveredBy(bytes, slot) }
}

/** No file leaves that we would not accept ourselves. @throws E_SEAL_FAILED */
export function withToken({ unstamped, token, sealedBytes, roots }: FillOrder): Archived {
  const { bytes, slot } = unstamped
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  fillSlot(file, slot, Buffer.from(token))
  const { archive } = read({ file, sealedBytes, roots })
  if (archive.newest?.end !== file.length) throw new SealFailed('its time stamp does not hold')
  return {
    bytes: file,
    sha256: createHash('sha256').update(file).digest('hex'),
    provenUntil: archive.provenUntil()!,
    algorithms: stampAlgorithms(archive.newest),
  }
}

function read({ file, sealedBytes, roots }: ArchivedFile) {
  const seal = provenSeal(file.subarray(0, sealedBytes), roots)
  const archive = Archive.behind(file, sealedBytes, seal)
  if (!archive) throw new SealFailed('what stands behind its seal does not prove it')
  return { archive, token: seal.timestampToken }
}

/** Certificates that the file has are not written again. */
function onlyNew(proofs: Proofs, { certificates }: Archive): Proofs {
  const isKnown = (der: Uint8Array) => certificates.some(({ raw }) => raw.equals(der))
  return { ...proofs, certificates: proofs.certificates.filter((der) => !isKnown(der)) }
}
