import { PDFHexString, PDFInvalidObject, PDFString } from 'pdf-lib'
import SealFailed from '../errors/seal_failed.js'

export interface SignatureStatement {
  name: string
  reason: string
  at: Date
}

/** Ten digits reach further than any file we take. */
const OFFSET = '0000000000'
const NO_CHANGES = 1
const CERTIFICATION = [
  '/Reference [<</Type /SigRef /TransformMethod /DocMDP',
  `/TransformParams <</Type /TransformParams /P ${NO_CHANGES} /V /1.2>>>>]`,
]

/** A dictionary with room left in it for what proves the rest of the file (ISO 32000-2, 12.8.1). */
class DictionaryWithRoom {
  readonly object: PDFInvalidObject
  #contentsAt: number
  #rangeAt: number

  /**
   * @param entries  a line each, before those of the room
   * @param roomBytes  of DER to leave; the hexadecimal placeholder is twice as long
   */
  protected constructor(
    entries: readonly string[],
    readonly roomBytes: number
  ) {
    const range = `[0 ${OFFSET} ${OFFSET} ${OFFSET}]`
    const text = [
      ...['<<', ...entries],
      ...[`/ByteRange ${range}`, `/Contents <${'0'.repeat(roomBytes * 2)}>`, '>>'],
    ].join('\n')
    this.#rangeAt = text.indexOf(range)
    this.#contentsAt = text.indexOf('<', text.indexOf('/Contents'))
    this.object = PDFInvalidObject.of(Buffer.from(text, 'latin1'))
  }

  /**
   * Writes into the file which parts of it will be signed.
   *
   * @param body  where this dictionary begins in the file
   */
  bind(file: Buffer, body: number): { slot: SignatureSlot; signed: [Buffer, Buffer] } {
    const start = body + this.#contentsAt
    const end = start + this.roomBytes * 2 + 2
    const offsets = [start, end, file.length - end]
    const range = `[0 ${offsets.map((offset) => String(offset).padStart(OFFSET.length)).join(' ')}]`
    file.write(range, body + this.#rangeAt, 'latin1')
    return {
      slot: { at: start + 1, roomBytes: this.roomBytes },
      signed: [file.subarray(0, start), file.subarray(end)],
    }
  }
}

/**
 * That of a seal. Unless others signed before, it certifies the document: nothing is left to fill in, so no change is allowed but proofs for
 * the long term: a DSS and document time stamps (DocMDP P=1, 12.8.2.2).
 */
export class SignatureDictionary extends DictionaryWithRoom {
  /**
   * @param certifies  not where others signed before: only the first signature may
   * @param more  entries of ours, a line each
   */
  constructor(
    { name, reason, at }: SignatureStatement,
    roomBytes: number,
    { certifies = true, more = [] }: { certifies?: boolean; more?: readonly string[] } = {}
  ) {
    const entries = [
      '/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached',
      `/M ${PDFString.fromDate(at)}`,
      `/Name ${PDFHexString.fromText(name)}`,
      `/Reason ${PDFHexString.fromText(reason)}`,
      ...(certifies ? CERTIFICATION : []),
      ...more,
    ]
    super(entries, roomBytes)
  }
}

/** That of a document time stamp (12.8.5), whose token says all that is to be said. */
export class TimestampDictionary extends DictionaryWithRoom {
  constructor(roomBytes: number) {
    super(['/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161'], roomBytes)
  }
}

/** The place in a file that was left for a signature's hexadecimal digits. */
export interface SignatureSlot {
  at: number
  roomBytes: number
}

/** @throws E_SEAL_FAILED when the signature is larger than the room left for it */
export function fillSlot(file: Buffer, { at, roomBytes }: SignatureSlot, der: Buffer) {
  if (der.length > roomBytes) {
    throw new SealFailed(`its signature takes ${der.length} bytes, and ${roomBytes} were left`)
  }
  file.write(der.toString('hex').padEnd(roomBytes * 2, '0'), at, 'latin1')
}
