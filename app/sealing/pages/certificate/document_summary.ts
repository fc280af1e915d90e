import { moment } from '../moment.js'
import type { CertificateSigner } from '../../seal_order.js'
import { HAIRLINE, MUTED, PANEL } from '../palette.js'
import type { Sheets } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawLabel, SMALL, SMALL_MUTED, VALUE } from './lettering.js'

const COLUMNS = [
  { at: 0, width: 0.44 },
  { at: 0.46, width: 0.34 },
  { at: 0.82, width: 0.18 },
]

/** Which document it is, and the hashes by which it can be known again. */
export function drawDocumentSummary(sheets: Sheets, facts: CertificateFacts) {
  drawFacts(sheets, factsOf(facts))
  drawFingerprints(sheets, facts)
}

function factsOf({ content, pageCount, record }: CertificateFacts): [string, string][] {
  return [
    ['Document ID', content.documentId],
    ['Sent by', content.tenantName],
    ['Pages', String(pageCount)],
    ['Created', moment(content.createdAt)],
    [record?.endLabel ?? 'Completed', moment(content.completedAt)],
    ['Signers', countOf(content.signers)],
  ]
}

function countOf(signers: readonly CertificateSigner[]): string {
  const approvers = signers.filter(({ isApprover }) => isApprover).length
  const signing = String(signers.length - approvers)
  if (approvers === 0) return signing
  return `${signing}, and ${approvers} ${approvers === 1 ? 'approver' : 'approvers'}`
}

function drawFacts(sheets: Sheets, facts: [label: string, value: string][]) {
  for (let row = 0; row < facts.length; row += COLUMNS.length) {
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE)
    facts.slice(row, row + COLUMNS.length).forEach(([label, value], index) => {
      const column = COLUMNS[index]!
      const x = sheets.left + column.at * sheets.width
      drawLabel(sheets, label, x, sheets.top - 15)
      sheets.write(value, x, sheets.top - 28, VALUE, column.width * sheets.width)
    })
    sheets.top -= 40
  }
}

function drawFingerprints(sheets: Sheets, { content }: CertificateFacts) {
  const rows = [
    ['File as received', content.originalSha256],
    ['As shown to signers', content.canonicalSha256],
    ['End of audit trail', content.chainHead],
  ] as const
  const height = 11 + rows.length * 16
  const panel = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
  sheets.drawing.roundedRectangle(panel, 5, { fill: PANEL })
  const right = sheets.left + sheets.width - 12
  rows.forEach(([label, hash], row) => {
    const baseline = sheets.top - 17 - row * 16
    sheets.write(label, sheets.left + 12, baseline, SMALL_MUTED)
    sheets.write(hash, sheets.left + 118, baseline, SMALL, sheets.width - 174)
    sheets.writeRight('SHA-256', right, baseline, { size: 7, ink: MUTED })
  })
  sheets.top -= height + 27
}
