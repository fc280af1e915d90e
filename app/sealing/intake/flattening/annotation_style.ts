import type { PDFDict } from 'pdf-lib'
import type { Ink } from '../../pdf/drawing.js'
import type { ObjectReader } from '../../pdf/object_reader.js'

const MAX_BORDER = 12

/** One number is a grey, three are red, green and blue, four are inks on paper; none is none. */
export function inkOf(parts: number[]): Ink | null {
  if (parts.length === 1) return [parts[0]!, parts[0]!, parts[0]!]
  if (parts.length === 3) return parts as unknown as Ink
  if (parts.length !== 4) return null
  const [cyan, magenta, yellow, black] = parts as [number, number, number, number]
  const mixed = [cyan, magenta, yellow].map((ink) => 1 - Math.min(1, ink + black))
  return mixed as unknown as Ink
}

/** How wide an annotation wants its border, in points (ISO 32000-2, 12.5.4). */
export function borderWidth(reader: ObjectReader, annotation: PDFDict): number {
  const style = reader.dictionary(reader.find(annotation, 'BS'))
  const styled = style && reader.number(reader.find(style, 'W'))
  const border = reader.array(reader.find(annotation, 'Border'))
  const width = styled ?? (border && reader.number(border[2])) ?? 1
  return Math.min(MAX_BORDER, Math.max(0, width))
}
