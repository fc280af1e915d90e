/** What Windows, or a path, would read as something else. */
const RESERVED = /[/\\:*?"<>|]/g
const MAX_STEM = 180

/**
 * What a file of a document is called where somebody takes it along: `Lease 12/2026` becomes `Lease 12-2026.pdf`.
 *
 * @param part  what the file is of it: `signed`, `audit`
 */
export function fileNameOf(title: string, part?: string, extension = 'pdf'): string {
  const stem = fileStemOf(title)
  return `${part ? `${stem}-${part}` : stem}.${extension}`
}

/** The same without what follows the dot. @param most  characters of it */
export function fileStemOf(title: string, most = MAX_STEM): string {
  const plain = title
    .trim()
    .replace(/\.pdf$/i, '')
    .replace(RESERVED, '-')
  return [...plain].slice(0, most).join('').trim() || 'document'
}
