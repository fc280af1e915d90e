import { createHash } from 'node:crypto'
import { createAuthority, issueLeaf } from '#app/sealing/certificate_authority'
import { signedBy } from '#app/sealing/pades/signatory'
import type { Fault, Verdict } from '#app/sealing/verifier/seal_report'
import { SEALED_AT } from './sealing_order.js'

/** The classes of pdf-insecurity.org, and what else may happen to a sealed file. */
export type AttackClass = 'USF' | 'SWA' | 'ISA' | 'shadow' | 'EAA, SSA' | 'proofs' | 'other'

export interface AttackedFile {
  kind: AttackClass
  /** What was done to it. */
  name: string
  bytes: Uint8Array
  says: [Verdict, ...Fault[]]
}

type Objects = readonly (readonly [number: number, body: string])[]

const HIDDEN = '1 0 obj <</Type /Catalog>> endobj'
const NOTE = '<</Type /Annot /Subtype /FreeText /Contents (Void)>>'
const SIGNATURE = '<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'
const DSS = '<</Type /DSS /Certs []>>'
const CATALOG = '<</Type /Catalog>>'

/** @param sealed  a file with one seal, in whose content is `0 0 10 10 re` */
export async function attackedFiles(
  sealed: Buffer,
  canonical: Uint8Array
): Promise<AttackedFile[]> {
  return [
    ...forged(sealed),
    ...wrapped(sealed),
    ...extended(sealed),
    ...shadowed(sealed),
    ...annotated(sealed),
    ...(await changed(sealed)),
    attack('other', 'never sealed', Buffer.from(canonical), 'unsealed', 'no_signature'),
  ]
}

function attack(
  kind: AttackClass,
  name: string,
  bytes: Buffer,
  verdict: Verdict,
  ...faults: Fault[]
): AttackedFile {
  return { kind, name, bytes, says: [verdict, ...faults] }
}

function forged(sealed: Buffer): AttackedFile[] {
  const { start, end, rest, rangeAt } = place(sealed)
  const usf = (name: string, bytes: Buffer, fault: Fault, verdict: Verdict = 'altered') =>
    attack('USF', name, bytes, verdict, fault)
  const ranges = [
    'null',
    '[]',
    `[0 ${start}]`,
    `[0 ${start} ${end} -${rest}]`,
    '[a b c d]',
    '[0 0 0 0]',
  ]
  const width = end - start
  return [
    ...ranges.map((range) =>
      usf(`range ${range.replaceAll(/\d{2,}/g, 'n')}`, ranged(sealed, range), 'range_malformed')
    ),
    usf(
      'range longer than the file',
      ranged(sealed, `[0 ${start} ${end} ${rest + 9}]`),
      'cut_short'
    ),
    usf(
      'range renamed',
      written(sealed, '/ByteRangf', rangeAt - '/ByteRange '.length),
      'range_missing'
    ),
    usf(
      'signature of zeros',
      written(sealed, '0'.repeat(width - 2), start + 1),
      'contents_missing'
    ),
    usf(
      'signature null',
      written(sealed, `null${' '.repeat(width - 4)}`, start),
      'contents_missing'
    ),
    usf('something behind the signature’s end', written(sealed, 'ab', end - 3), 'padding_used'),
    usf(
      'signature that begins wrong',
      written(sealed, 'ff', start + 1),
      'signature_unreadable',
      'foreign'
    ),
  ]
}

function wrapped(sealed: Buffer): AttackedFile[] {
  const { start, end, rest, rangeAt, range } = place(sealed)
  const swa = (name: string, bytes: Buffer, fault: Fault) =>
    attack('SWA', name, bytes, 'altered', fault)
  const moved = Buffer.concat([sealed.subarray(0, end), Buffer.from(HIDDEN), sealed.subarray(end)])
  const apart = `[0 ${start} ${end + HIDDEN.length} ${rest}]`.padEnd(range.length)
  moved.write(apart, rangeAt, 'latin1')
  return [
    swa('objects in the signature’s digits', written(sealed, HIDDEN, end - 200), 'gap_filled'),
    swa('gap begins earlier', ranged(sealed, `[0 ${start - 10} ${end} ${rest}]`), 'gap_filled'),
    swa('range begins later', ranged(sealed, `[1 ${start} ${end} ${rest}]`), 'range_wrong'),
    swa('range that overlaps', ranged(sealed, `[0 ${end} ${start} ${rest}]`), 'range_wrong'),
    swa('second part moved, objects between', moved, 'gap_filled'),
  ]
}

function extended(sealed: Buffer): AttackedFile[] {
  const isa = (name: string, bytes: Buffer) => attack('ISA', name, bytes, 'altered', 'appended')
  return [
    isa('a revision with a new object', revised(sealed, [[900, '(new)']])),
    isa('one more line break', Buffer.concat([sealed, Buffer.from('\n')])),
  ]
}

function shadowed(sealed: Buffer): AttackedFile[] {
  const shadow = (name: string, bytes: Buffer, fault: Fault) =>
    attack('shadow', name, bytes, 'altered', 'appended', fault)
  const field = '<</FT /Tx /V (1,000,000)>>'
  return [
    shadow('replace: the catalogue', revised(sealed, [[1, CATALOG]]), 'objects_replaced'),
    shadow('replace: a form field', revised(sealed, [[900, field]]), 'form_changed'),
    shadow('hide: a table without objects', revised(sealed, []), 'table_replaced'),
    shadow(
      'hide and replace: a table that puts a sealed object in another’s place',
      swapped(sealed),
      'objects_swapped'
    ),
  ]
}

function annotated(sealed: Buffer): AttackedFile[] {
  const added = (kind: AttackClass, name: string, objects: Objects, ...faults: Fault[]) =>
    attack(kind, name, revised(sealed, objects), 'altered', 'appended', ...faults)
  return [
    added('EAA, SSA', 'a note', [[900, NOTE]], 'annotation_added'),
    added('EAA, SSA', 'another signature', [[900, SIGNATURE]], 'signature_added'),
    added('proofs', 'proofs that prove nothing', [[900, DSS]], 'proofs_added'),
    added(
      'proofs',
      'the same, and the catalogue replaced',
      [
        [900, DSS],
        [1, CATALOG],
      ],
      'objects_replaced',
      'proofs_added'
    ),
  ]
}

async function changed(sealed: Buffer): Promise<AttackedFile[]> {
  const { start, end } = place(sealed)
  const at = sealed.indexOf('0 0 10 10 re', 0, 'latin1')
  const bent = Buffer.from(sealed)
  bent[at > 0 ? at : sealed.indexOf('stream\n', 0, 'latin1') + 12]! ^= 1
  const rogue = await createAuthority({ name: 'Rogue', isTest: false, at: SEALED_AT })
  const tenant = { tenantId: 'ten_x', tenantName: 'Acme GmbH', isTest: false, at: SEALED_AT }
  const digest = createHash('sha256').update(sealed.subarray(0, start)).update(sealed.subarray(end))
  const der = signedBy(await issueLeaf(rogue, tenant), digest.digest()).encode()
  const resigned = written(sealed, der.toString('hex').padEnd(end - start - 2, '0'), start + 1)
  return [
    attack('other', 'one bit of a page', bent, 'altered', 'bytes_changed'),
    attack(
      'other',
      'sealed by another authority of the same names',
      resigned,
      'foreign',
      'foreign_authority'
    ),
  ]
}

/** Where the digits of the signature and its range are. */
function place(sealed: Buffer) {
  const text = sealed.toString('latin1')
  const rangeAt = text.lastIndexOf('/ByteRange [') + '/ByteRange '.length
  const range = text.slice(rangeAt, text.indexOf(']', rangeAt) + 1)
  const [, start, end, rest] = range.match(/\d+/g)!.map(Number) as [number, number, number, number]
  return { rangeAt, range, start, end, rest }
}

function written(sealed: Buffer, text: string, at: number, width = text.length): Buffer {
  const other = Buffer.from(sealed)
  other.write(text.padEnd(width), at, 'latin1')
  return other
}

function ranged(sealed: Buffer, range: string): Buffer {
  const { rangeAt, range: own } = place(sealed)
  return written(sealed, range, rangeAt, own.length)
}

/** The same file with a revision behind it, as an editor saves one. */
function revised(sealed: Buffer, objects: Objects): Buffer {
  let [body, table] = ['', '']
  for (const [number, content] of objects) {
    table += tableLine(number, sealed.length + body.length)
    body += `${number} 0 obj\n${content}\nendobj\n`
  }
  return behind(sealed, body, table)
}

/** The table alone changes: what is read as the second object is the third, which was sealed. */
function swapped(sealed: Buffer): Buffer {
  const at = sealed.indexOf('\n3 0 obj', 0, 'latin1') + 1
  return behind(sealed, '', tableLine(2, at))
}

function tableLine(number: number, at: number): string {
  return `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
}

function behind(sealed: Buffer, body: string, table: string): Buffer {
  const text = sealed.toString('latin1')
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]
  const root = /\/Root (\d+ \d+ R)/.exec(text.slice(text.lastIndexOf('trailer')))![1]
  const trailer = `trailer\n<</Size 999 /Root ${root} /Prev ${previous}>>\n`
  const end = `startxref\n${sealed.length + body.length}\n%%EOF\n`
  return Buffer.concat([sealed, Buffer.from(`${body}xref\n${table}${trailer}${end}`, 'latin1')])
}
