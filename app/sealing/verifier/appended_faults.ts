import type { Fault } from './seal_report.js'

const OBJECT = /(?:^|[\r\n\s])(\d{1,10})\s+\d{1,5}\s+obj\b([\s\S]*?)(?:\bendobj\b|$)/g
const SIGNATURE = /\/Type\s*\/Sig\b|\/FT\s*\/Sig\b|\/ByteRange\b/
const PROOF = /\/Type\s*\/(?:DSS|DocTimeStamp)\b|\/DSS\b|\/ETSI\.RFC3161\b/
const ANNOTATION =
  /\/Type\s*\/Annot\b|\/Annots\b|\/Subtype\s*\/(?:FreeText|Stamp|Highlight|Square|Redact|Ink|Text|Link)\b/
/** Sections of a table, as they name an object and where it begins (ISO 32000-2, 7.5.4). */
const TABLE_LINE = /(?:^|[\r\n])(\d{10}) \d{5} n\b/g
const FORM = /\/AcroForm\b|\/FT\s*\/(?:Tx|Btn|Ch)\b|\/NeedAppearances\b/

/**
 * What somebody added behind a seal, named. Nothing here clears anything: a file that goes on behind its seal is never whole, whatever
 * the addition looks like.
 */
export function appendedFaults(sealed: string, added: string): Fault[] {
  const objects = [...added.matchAll(OBJECT)].map(([, number, body]) => ({ number, body }))
  const known = new Set(
    [...sealed.matchAll(/(?:^|[\r\n])(\d{1,10}) \d{1,5} obj\b/g)].map(([, n]) => n)
  )
  const proofs = objects.filter(({ body }) => PROOF.test(body))
  const others = objects.filter(({ body }) => !PROOF.test(body))
  const faults: Fault[] = ['appended']
  if (others.some(({ number }) => known.has(number))) faults.push('objects_replaced')
  const isSwapped = [...added.matchAll(TABLE_LINE)].some(([, at]) => Number(at) < sealed.length)
  if (isSwapped) faults.push('objects_swapped')
  else if (objects.length === 0 && /\b(?:xref|startxref|trailer)\b/.test(added))
    faults.push('table_replaced')
  const has = (pattern: RegExp) => others.some(({ body }) => pattern.test(body))
  if (has(ANNOTATION)) faults.push('annotation_added')
  if (has(SIGNATURE)) faults.push('signature_added')
  if (has(FORM)) faults.push('form_changed')
  if (proofs.length > 0) faults.push('proofs_added')
  return faults
}
