import { firstPageOf, type PacketFile } from '#app/documents/files/packet_file'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'

/** By the number of its first page, what each of several files is called above it. */
export function fileHeadings(
  files: readonly PacketFile[],
  { t }: Pick<Phrasebook, 't'>
): Record<number, string> {
  const count = files.length
  return Object.fromEntries(
    files.map(({ name }, index) => [
      firstPageOf(files, index),
      t('pages.file_of', { number: index + 1, count, name }),
    ])
  )
}
