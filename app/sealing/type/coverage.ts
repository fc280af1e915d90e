import { drawnClusters, plain } from './typed_line.js'
import { canDraw, standardTypeface } from './typefaces.js'

/** Letters, digits and signs of Western Europe (Latin-1 without its controls): the standard fonts have them, which need not be opened to know it. */
export const WESTERN = /^[ -~\u00a1-\u00ac\u00ae-\u00ff]*$/

/** The characters of a text that no typeface has, each once: pages would show U+FFFD instead. */
export function charactersWithoutGlyph(text: string): string[] {
  const clean = plain(text)
  if (WESTERN.test(clean)) return []
  if (standardTypeface('regular').covers(clean)) return []
  return [...new Set(drawnClusters(clean).filter((cluster) => !canDraw(cluster)))]
}
