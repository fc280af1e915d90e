import { drawMasthead, type Letterhead } from '../letterhead.js'
import { INK, MUTED, TEST_RED } from '../palette.js'
import { drawQrCode } from '../qr_code.js'
import type { CertificateContent } from '../../seal_order.js'
import type { Sheets, TextStyle } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'

const QR_SIDE = 66

/** Whose certificate it is, of what, and where it can be followed. */
export function drawOpening(sheets: Sheets, head: Letterhead, facts: CertificateFacts) {
  const { content, isTest } = facts
  const right = sheets.left + sheets.width
  drawMasthead(sheets, head)
  const x = sheets.place(right - QR_SIDE, QR_SIDE)
  const code = { x, y: sheets.top - QR_SIDE, width: QR_SIDE, height: QR_SIDE }
  const target = targetOf(content)
  const { t } = sheets.book

  const room = sheets.width - QR_SIDE - 28
  const heading: TextStyle = { size: 23, voice: 'bold' }
  sheets.say('H1', () => sheets.write(head.kind, sheets.left, sheets.top - 58, heading, room))
  const style = { size: 11.5, ink: MUTED }
  const lines = sheets.wrap(content.title, room, style).slice(0, 3)
  let bottom = sheets.top - 77 - (lines.length - 1) * 15
  sheets.say('P', () => sheets.writeLines(lines, sheets.left, sheets.top - 77, 15, style))
  if (isTest) {
    bottom -= 17
    const warning = t('certificate.test_warning')
    const warn: TextStyle = { size: 9, voice: 'bold', ink: TEST_RED }
    const baseline = bottom
    sheets.say('P', () => sheets.write(warning, sheets.left, baseline, warn, room))
  }
  const follow = t(content.isFollowed ? 'certificate.follow' : 'certificate.check')
  const drawCode = () => drawQrCode(sheets.drawing, target, code, INK)
  sheets.say('Figure', drawCode, { alt: `${follow}: ${target}` })
  sheets.writeEnd(follow, right, code.y - 10, { size: 7, ink: MUTED })
  sheets.top = Math.min(bottom, code.y - 10) - 22
}

/** The link may be rotated one day: what is printed still names the document, and the file that signers saw. */
function targetOf({ verifyUrl, documentId, canonicalSha256 }: CertificateContent): string {
  const named = new URL(verifyUrl)
  named.searchParams.set('document', documentId)
  named.searchParams.set('sha256', canonicalSha256)
  return named.href
}
