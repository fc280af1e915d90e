import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { CertificateSigner } from '../../seal_order.js'
import { HAIRLINE, MUTED, PANEL } from '../palette.js'
import type { Sheets } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawLabel, indentOf, SMALL, SMALL_MUTED, VALUE } from './lettering.js'

const COLUMNS = [
  { at: 0, width: 0.44 },
  { at: 0.46, width: 0.34 },
  { at: 0.82, width: 0.18 },
]

/** Which document it is, and the hashes by which it can be known again. */
export function drawDocumentSummary(sheets: Sheets, facts: CertificateFacts) {
  drawFacts(sheets, factsOf(facts, sheets.book))
  drawFingerprints(sheets, facts)
}

function factsOf(
  { content, pageCount, record }: CertificateFacts,
  { t, instant }: Phrasebook
): [string, string][] {
  const end = record ? record.end : 'completed'
  return [
    [t('certificate.document_id'), content.documentId],
    [t('certificate.sent_by'), content.tenantName],
    [t('certificate.pages'), String(pageCount)],
    [t('certificate.created'), instant(content.createdAt)],
    [t(end ? `document_status.${end}` : 'certificate.as_of'), instant(content.completedAt)],
    [t('certificate.signers'), countOf(content.signers, t)],
  ]
}

function countOf(signers: readonly CertificateSigner[], t: Phrasebook['t']): string {
  const approvers = signers.filter(({ isApprover }) => isApprover).length
  const signing = signers.length - approvers
  if (approvers === 0) return String(signing)
  return t('certificate.approvers_counted', { signers: signing, approvers })
}

function drawFacts(sheets: Sheets, facts: [label: string, value: string][]) {
  for (let row = 0; row < facts.length; row += COLUMNS.length) {
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE)
    facts.slice(row, row + COLUMNS.length).forEach(([label, value], index) => {
      const column = COLUMNS[index]!
      const x = sheets.left + column.at * sheets.width
      const room = column.width * sheets.width
      sheets.say('P', () => {
        drawLabel(sheets, label, x, sheets.top - 15, room)
        sheets.write(value, x, sheets.top - 28, VALUE, room)
      })
    })
    sheets.top -= 40
  }
}

function drawFingerprints(sheets: Sheets, { content }: CertificateFacts) {
  const { t } = sheets.book
  const rows = [
    [t('certificate.received'), content.originalSha256],
    [t('certificate.shown'), content.canonicalSha256],
    [t('certificate.trail_end'), content.chainHead],
  ] as const
  const indent = indentOf(
    sheets,
    rows.map(([label]) => label),
    106
  )
  const height = 11 + rows.length * 16
  const panel = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
  sheets.drawing.roundedRectangle(panel, 5, { fill: PANEL })
  const right = sheets.left + sheets.width - 12
  rows.forEach(([label, hash], row) => {
    const baseline = sheets.top - 17 - row * 16
    sheets.say('P', () => {
      sheets.write(label, sheets.left + 12, baseline, SMALL_MUTED)
      sheets.write(hash, sheets.left + 12 + indent, baseline, SMALL, sheets.width - 68 - indent)
      sheets.writeEnd('SHA-256', right, baseline, { size: 7, ink: MUTED })
    })
  })
  sheets.top -= height + 27
}
