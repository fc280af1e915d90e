import type { CertificateContent, RecordOfDocument } from '../../seal_order.js'
import type { StoredPicture } from '../picture_book.js'

/** What the certificate says beyond what the order does. */
export interface CertificateFacts {
  content: CertificateContent
  isTest: boolean
  /** Where the document itself is left out. */
  record?: RecordOfDocument
  logo?: StoredPicture
  /** Of the document as signers saw it. */
  pageCount: number
  canonicalBytes: number
  /** Names of the files that this one carries. */
  enclosed: readonly string[]
  seal: {
    by: string
    at: Date
    certificateSha256: string
    /** Of the key that seals, such as “ECDSA P-256”. */
    algorithm: string
    isTimestamped: boolean
    isStampedLater: boolean
  }
}
