import { Phrasebook, type PhraseKey } from '#app/foundation/phrases/phrasebook'
import type { CertificateSigner } from '../../seal_order.js'
import { drawFeet, drawRunningHead, letterheadOf } from '../letterhead.js'
import type { Sheets } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawCopies } from './copy_list.js'
import { drawDocumentSummary } from './document_summary.js'
import { drawFiles } from './file_list.js'
import { drawHeading } from './lettering.js'
import { drawOpening } from './opening.js'
import { drawProof } from './proof.js'
import { drawSealPanel, type SealPanel } from './seal_panel.js'
import { SignerCard } from './signer_card.js'
import { TrailTable } from './trail_table.js'

/**
 * The pages that tell who signed what, when and how, and what the seal proves.
 *
 * @param start  makes the sheets, given what to draw at their head
 */
export function drawCertificate(
  facts: CertificateFacts,
  start: (begin: (sheets: Sheets, index: number) => void) => Sheets
): SealPanel {
  const { content, logo, record } = facts
  const { t } = Phrasebook.in(content.language)
  const head = letterheadOf(content, t(`certificate.${record?.kind ?? 'title'}`), logo)
  const sheets = start((opened, index) => {
    if (index > 0) drawRunningHead(opened, head)
  })
  drawOpening(sheets, head, facts)
  drawDocumentSummary(sheets, facts)
  drawFiles(sheets, content.files ?? [])
  drawSigners(sheets, facts)
  drawCopies(sheets, content.copies)
  new TrailTable(sheets, content.entries).draw()
  drawProof(sheets, facts, head.ink)
  const panel = drawSealPanel(sheets, facts)
  drawFeet(sheets, head)
  return panel
}

function drawSigners(sheets: Sheets, { content }: CertificateFacts) {
  drawHeading(sheets, sheets.book.t(headingOf(content.signers)), 130)
  for (const signer of content.signers)
    sheets.part('Sect', () => new SignerCard(sheets, signer).draw())
  sheets.top -= 12
}

function headingOf(signers: readonly CertificateSigner[]): PhraseKey {
  if (signers.some(({ isApprover }) => isApprover)) return 'certificate.signers_and_approvers'
  return signers.length === 1 ? 'certificate.signer' : 'certificate.signers'
}
