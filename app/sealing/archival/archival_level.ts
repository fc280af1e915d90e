/** What a file of PDF/A promises besides its look: its words can be copied (U), and it is tagged, too (A). */
export type ArchivalLevel = 'A' | 'U' | 'B'

const IDENTIFICATION = 'http://www.aiim.org/pdfa/ns/id/'
const LEVELS: Record<string, ArchivalLevel | undefined> = { A: 'A', U: 'U', B: 'B' }
/** Parts of ISO 19005 whose rules hold in PDF/A-3 as well. */
const PARTS = ['2', '3']
const COMMENTS = /<!--[^]*?-->/g

/**
 * The level of PDF/A-2 or PDF/A-3 that a metadata packet claims (ISO 19005-3, 6.6.4).
 *
 * @returns null where it claims none, another part, or more than one
 */
export function claimedLevel(packet: string): ArchivalLevel | null {
  const plain = packet.replace(COMMENTS, '')
  if (!plain.includes(IDENTIFICATION)) return null
  const part = property(plain, 'part')
  const level = property(plain, 'conformance')
  return part !== null && level !== null && PARTS.includes(part) ? (LEVELS[level] ?? null) : null
}

/** Whether a metadata packet says that its file is PDF/A, of whatever part and level: then nothing may be drawn with a font that is not in it. */
export function claimsPdfA(packet: string): boolean {
  return packet.includes(IDENTIFICATION)
}

/** Its prefix is prescribed; XMP writes it as an attribute or as an element. */
function property(packet: string, called: string): string | null {
  const written = `(?<!/)pdfaid:${called}\\s*(?:=\\s*["']([^"']*)["']|>([^<]*)<)`
  const [first, ...more] = packet.matchAll(new RegExp(written, 'g'))
  return first && more.length === 0 ? (first[1] ?? first[2] ?? '').trim() : null
}
