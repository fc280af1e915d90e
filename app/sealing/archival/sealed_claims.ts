import { PDFRawStream } from 'pdf-lib'
import { name } from '../pdf/names.js'
import type { PdfFile } from '../pdf/pdf_file.js'
import { claimedLevel, type ArchivalLevel } from './archival_level.js'
import type { Claims } from './metadata_packet.js'

/** What was added to a file, as far as its claims depend on it. */
interface Added {
  isRecord: boolean
  isTagged: boolean
  /** Every code that is shown leads back to characters. */
  saysAll: boolean
}

/** The level of PDF/A that a canonical form claims; null for none. */
export function levelOf(file: PdfFile): ArchivalLevel | null {
  const metadata = file.resolve(file.catalog.get(name('Metadata')))
  if (!(metadata instanceof PDFRawStream)) return null
  return claimedLevel(Buffer.from(metadata.contents).toString('utf8'))
}

/** As much of what the canonical form claims as everything that was added leaves true. Pages that stand alone are ours, and PDF/UA. */
export function claimsLeft(
  claimed: ArchivalLevel | null,
  { isRecord, isTagged, saysAll }: Added
): Claims | null {
  const level = claimed === 'A' && !isTagged ? 'U' : claimed
  const archival = level && !saysAll ? 'B' : level
  const isAccessible = isRecord && saysAll
  return archival || isAccessible ? { archival, isAccessible } : null
}
