const MOST_CHARACTERS = 5_000
const SHOWN_OF_LINE = 60

interface Reading {
  /** One line as it is kept; null for what it may not be. */
  read: (line: string) => string | null
  most: number
  /** What a line should have been. */
  wanted: string
}

/** What was typed one a line, each once; the first line that does not fit is named. */
export function typedLines(text: string, { read, most, wanted }: Reading) {
  if (text.length > MOST_CHARACTERS) return { values: [], fault: 'This is too long.' }
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const wrong = lines.find((line) => read(line) === null)
  if (wrong) return { values: [], fault: `“${wrong.slice(0, SHOWN_OF_LINE)}” is not ${wanted}.` }
  const values = [...new Set(lines.map((line) => read(line) ?? ''))]
  const fault = values.length > most ? `Give at most ${String(most)}.` : null
  return { values, fault }
}
