import { PDFHexString, PDFName, PDFString, type PDFDict } from 'pdf-lib'
import { cutText } from '#app/foundation/cut_text'
import { printableOf } from '#app/foundation/printable_text'
import { commonName } from '../pades/distinguished_name.js'
import Uncheckable from '../errors/uncheckable.js'
import { proveTimestamp } from '../pades/timestamp_token.js'
import { name } from '../pdf/names.js'
import { proveDetached } from './detached_proof.js'
import { endOf, signatureEntries, type SignatureEntry } from './signature_entries.js'
import { SignedFile } from './signed_file.js'

/** A signature that is not a seal of this service, as far as it can be told without asking who made it. */
export interface EarlierSignature {
  /** As its certificate says; null where none can be read. */
  by: string | null
  /** As it says itself; ISO 8601. */
  claimedAt: string | null
  /** From the first byte on; 0 where it covers something else. */
  coveredBytes: number
  /** Whether they are the bytes that were signed; null where it uses what is not accepted here. */
  isUnchanged: boolean | null
  /** It is a time stamp of an authority rather than somebody's signature. */
  isTimestamp: boolean
}

type Finding = Pick<EarlierSignature, 'by' | 'claimedAt' | 'isUnchanged'>

const DETACHED = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached']
const TIMESTAMP = 'ETSI.RFC3161'
const MAX_NAME = 200
/** More than people put on one file; each is looked at. */
export const MAX_SIGNATURES = 64

/** Those of a file, in the order of what they cover; none of one that cannot be read. */
export function earlierSignatures(bytes: Uint8Array): EarlierSignature[] {
  try {
    const file = SignedFile.read(bytes)
    return signatureEntries(file)
      .slice(0, MAX_SIGNATURES)
      .map((entry) => examined(file, entry))
  } catch {
    return []
  }
}

export function examined(file: SignedFile, entry: SignatureEntry): EarlierSignature {
  const { signature } = entry
  const kind = file.resolve(signature.get(name('SubFilter')))
  const filter = kind instanceof PDFName ? kind.decodeText() : ''
  const isTimestamp = filter === TIMESTAMP
  const range = coveredBy(file.bytes, entry)
  const coveredBytes = range ? endOf(entry) : 0
  const claimedAt = claimedTime(file, signature)
  const unread: Finding = { by: null, claimedAt, isUnchanged: range ? null : false }
  const finding = range ? { ...unread, ...found(filter, range) } : unread
  return { ...finding, coveredBytes, isTimestamp }
}

interface Covered {
  content: Buffer
  der: Buffer
}

function found(filter: string, { der, content }: Covered): Partial<Finding> {
  try {
    if (filter === TIMESTAMP) {
      const { at, authority } = proveTimestamp(der, content)
      return { by: printedName(authority), claimedAt: at.toISOString(), isUnchanged: true }
    }
    if (!DETACHED.includes(filter)) return {}
    const { signer, fits } = proveDetached(der, content)
    return { by: signer && printedName(commonName(signer)), isUnchanged: fits }
  } catch (error) {
    return error instanceof Uncheckable ? {} : { isUnchanged: false }
  }
}

/** Anybody can write anything into a certificate. */
function printedName(written: string): string | null {
  return printableOf(cutText(written, MAX_NAME)).trim() || null
}

/** Null unless it covers the first part of the file but for its own digits. */
function coveredBy(bytes: Uint8Array, { range }: SignatureEntry): Covered | null {
  const [zero, start, second, rest] = range
  if (range.length !== 4 || !range.every(Number.isSafeInteger)) return null
  if (zero !== 0 || start! <= 0 || second! <= start! + 2 || rest! < 0) return null
  if (second! + rest! > bytes.length) return null
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const gap = all.toString('latin1', start, second)
  if (!/^<[0-9A-Fa-f\s]*>$/.test(gap)) return null
  const content = Buffer.concat([all.subarray(0, start), all.subarray(second, second! + rest!)])
  return { content, der: Buffer.from(gap.slice(1, -1).replace(/\s/g, ''), 'hex') }
}

function claimedTime(file: SignedFile, signature: PDFDict): string | null {
  const at = file.resolve(signature.get(name('M')))
  if (!(at instanceof PDFString) && !(at instanceof PDFHexString)) return null
  try {
    return at.decodeDate().toISOString()
  } catch {
    return null
  }
}
