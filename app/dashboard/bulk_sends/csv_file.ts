import { parse } from 'csv-parse/sync'
import { withoutApostrophe } from '#app/foundation/csv_line'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { LIMITS } from '#app/documents/limits'
import { MOST_ROWS } from '#app/templates/bulk/bulk_send'

/** Whom documents go to, as somebody's spreadsheet wrote it. */
export interface CsvFile {
  columns: string[]
  rows: string[][]
}

const SEPARATORS = [',', ';', '\t'] as const
const MOST_COLUMNS = 600

/** The first line of some of Excel's files. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** @returns the file, or what is wrong with it in a sentence */
export function readCsv(bytes: Uint8Array, { t }: DashboardPhrasebook): CsvFile | string {
  const text = textOf(bytes)
  const named = SEPARATOR_LINE.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const lines = linesOf(body, named?.[1] ?? separatorOf(body))
  if (!Array.isArray(lines))
    return lines.at ? t('bulk_sends.no_csv_at', { line: lines.at }) : t('bulk_sends.no_csv')
  const [columns = [], ...rows] = lines
  if (columns.every((column) => column === '')) return t('bulk_sends.empty_file')
  if (rows.length === 0) return t('bulk_sends.first_line_only')
  if (rows.length > MOST_ROWS) return t('bulk_sends.too_many_rows', { most: MOST_ROWS })
  if (columns.length > MOST_COLUMNS) return t('bulk_sends.too_many_columns', { most: MOST_COLUMNS })
  const wide = rows.findIndex((row) => row.some((cell) => cell.length > LIMITS.textValue))
  if (wide !== -1) return t('bulk_sends.too_wide', { row: wide + 1, most: LIMITS.textValue })
  return { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? '')) }
}

/** UTF-8, or what Excel writes without being asked: UTF-16, or the letters of Western Europe. */
function textOf(bytes: Uint8Array): string {
  const marked = MARKS.find(({ bytes: mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** What separates the heads of the columns, outside of quotes. */
function separatorOf(text: string): string {
  const head = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n|\r/, 1)[0]
  const counts = SEPARATORS.map((separator) => head.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]
}

/** @returns the line at which it stops being CSV, where that is known */
function linesOf(text: string, delimiter: string): string[][] | { at?: number } {
  try {
    const lines: string[][] = parse(text, {
      ...{ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, trim: true },
      to: MOST_ROWS + 2,
    })
    return lines
      .map((line) =>
        line.map((cell) => withoutApostrophe(cell.replaceAll('\0', '').toWellFormed()))
      )
      .filter((line, index) => index === 0 || line.some((cell) => cell !== ''))
  } catch (error) {
    return { at: (error as { lines?: number }).lines }
  }
}
