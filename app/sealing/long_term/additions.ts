import NotOurPdf from '../errors/not_our_pdf.js'
import { PdfFile } from '../pdf/pdf_file.js'
import { proofsBehind } from './proof_revision.js'
import type { Proofs } from './proofs.js'
import { stampBehind, type FoundStamp } from './stamp_revision.js'

/** What one revision behind a seal adds. */
export type Addition = { proofs: Proofs } | { stamp: FoundStamp; end: number }

const END = '%%EOF\n'

/**
 * What stands behind the seal that ends at `end`, revision by revision.
 *
 * @returns null where anything is there that is neither proofs nor a document time stamp
 */
export function additionsBehind(bytes: Uint8Array, end: number): Addition[] | null {
  const additions: Addition[] = []
  let from = end
  for (const to of revisionEnds(bytes, end)) {
    const revision = additionIn(bytes.subarray(0, to), from)
    if (!revision) return null
    additions.push(revision)
    from = to
  }
  return from === bytes.length ? additions : null
}

function additionIn(bytes: Uint8Array, from: number): Addition | null {
  const proofs = proofsBehind(bytes, from)
  if (proofs) return { proofs }
  const stamp = stampBehind(bytes, from)
  return stamp && { stamp, end: bytes.length }
}

/** A section of the table, a trailer and the mark for the end stand last in each. */
function revisionEnds(bytes: Uint8Array, end: number): number[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return sectionsOf(bytes)
    .filter((section) => section >= end)
    .map((section) => text.indexOf(END, section, 'latin1') + END.length)
    .sort((a, b) => a - b)
}

function sectionsOf(bytes: Uint8Array): readonly number[] {
  try {
    return PdfFile.read(bytes).references.sections
  } catch (error) {
    if (error instanceof NotOurPdf) return []
    throw error
  }
}
