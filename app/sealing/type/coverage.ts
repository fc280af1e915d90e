import { drawnClusters, plain } from './typed_line.js'
import { canDraw, standardTypeface } from './typefaces.js'

/** The characters of a text that no typeface has, each once: pages would show U+FFFD instead. */
export function charactersWithoutGlyph(text: string): string[] {
  const clean = plain(text)
  if (standardTypeface('regular').covers(clean)) return []
  return [...new Set(drawnClusters(clean).filter((cluster) => !canDraw(cluster)))]
}
