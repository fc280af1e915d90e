import type { Exhibit } from './exhibit.js'
import type { Mark } from './marks.js'

/** A mark of somebody else, found where only the tenant should be seen. */
export interface Trace {
  where: string
  mark: Mark
  /** The mark with what stands around it. */
  excerpt: string
}

const AROUND = 40

/** Every mark that an exhibit shows, each once. */
export function tracesIn({ name: where, texts }: Exhibit, marks: readonly Mark[]): Trace[] {
  return marks.flatMap((mark) => {
    const found = texts.map((text) => excerptOf(text, mark)).find((excerpt) => excerpt !== null)
    return found === undefined || found === null ? [] : [{ where, mark, excerpt: found }]
  })
}

function excerptOf(text: string, { pattern }: Mark): string | null {
  const match = pattern.exec(text)
  if (!match) return null
  const { index } = match
  const end = index + match[0].length + AROUND
  return text
    .slice(Math.max(0, index - AROUND), end)
    .replace(/\s+/g, ' ')
    .trim()
}
