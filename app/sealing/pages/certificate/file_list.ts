import type { CertificateFile } from '../../seal_order.js'
import { HAIRLINE, MUTED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawHeading, indentOf, SMALL, SMALL_MUTED, VALUE } from './lettering.js'

const ROW = 54
const LEADING = 13
const INDENT = 106

/** The files of a document that has several, each with its hashes; nothing where there is one. */
export function drawFiles(sheets: Sheets, files: readonly CertificateFile[]) {
  if (files.length === 0) return
  drawHeading(sheets, sheets.book.t('certificate.files'), 20 + ROW)
  files.forEach((file, index) => drawFile(sheets, file, index + 1))
  const note = sheets.book.t('certificate.files_note')
  const style: TextStyle = { size: 8, ink: MUTED }
  const lines = sheets.wrap(note, sheets.width, style)
  sheets.keep(12 + lines.length * 10)
  sheets.say('P', () => sheets.writeLines(lines, sheets.left, sheets.top - 12, 10, style))
  sheets.top -= 26 + lines.length * 10
}

function drawFile(sheets: Sheets, file: CertificateFile, number: number) {
  const { t } = sheets.book
  sheets.keep(ROW)
  const pages = t('pages.page_count', { count: file.pageCount })
  const room = sheets.width - sheets.widthOf(pages, SMALL_MUTED) - 16
  sheets.say('P', () => {
    sheets.write(`${number}. ${file.name}`, sheets.left, sheets.top - 14, VALUE, room)
    sheets.writeEnd(pages, sheets.left + sheets.width, sheets.top - 14, SMALL_MUTED)
  })
  const rows = [
    [t('certificate.received'), file.originalSha256],
    [t('certificate.file_sealed'), file.sealedSha256 ?? '–'],
  ] as const
  const labels = rows.map(([label]) => label)
  const indent = indentOf(sheets, labels, INDENT)
  rows.forEach(([label, hash], row) => {
    const baseline = sheets.top - 14 - (row + 1) * LEADING
    sheets.say('P', () => {
      sheets.write(label, sheets.left + 14, baseline, SMALL_MUTED)
      sheets.write(hash, sheets.left + 14 + indent, baseline, SMALL, sheets.width - 14 - indent)
    })
  })
  sheets.top -= ROW
  sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
}
