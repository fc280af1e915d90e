import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { Ink } from '../../pdf/drawing.js'
import type { Sheets, TextStyle } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawHeading } from './lettering.js'
import { PANEL_HEIGHT } from './seal_panel.js'

const STYLE: TextStyle = { size: 9 }
const LEADING = 13

/** French numbers have it between thousands, and standard fonts have none. */
const NARROW_SPACE = '\u202f'
const WIDE_SPACE = '\u00a0'

/** What the seal proves and what it does not. The panel of the seal stands below it, on the same page. */
export function drawProof(sheets: Sheets, facts: CertificateFacts, ink: Ink) {
  const paragraphs = statements(facts, sheets.book).map((text) =>
    sheets.wrap(text, sheets.width - 16, STYLE)
  )
  const height = paragraphs.reduce((sum, lines) => sum + lines.length * LEADING + 7, 20 + 8)
  // one thought, and so one page: what is proved, and by what
  drawHeading(sheets, sheets.book.t('certificate.proves'), height + PANEL_HEIGHT)
  sheets.part('L', () => {
    for (const lines of paragraphs) drawStatement(sheets, lines, ink)
  })
  sheets.top -= 8
}

function drawStatement(sheets: Sheets, lines: string[], ink: Ink) {
  const first = sheets.top - 9
  sheets.drawing.circle(sheets.place(sheets.left + 2.5), sheets.top - 5.8, 1.6, ink)
  sheets.part('LI', () =>
    sheets.say('LBody', () => sheets.writeLines(lines, sheets.left + 14, first, LEADING, STYLE))
  )
  sheets.top = first - (lines.length - 1) * LEADING - 11
}

/** What is said of a file, a paragraph each. */
export function statements(facts: CertificateFacts, { t, list }: Phrasebook): string[] {
  const { content, seal, canonicalBytes: count, record } = facts
  const files = list(facts.enclosed)
  const isHosted = content.signers.some(({ inPerson }) => inPerson)
  const checks = content.signers.flatMap(({ access }) => access?.check ?? [])
  const signature = seal.isTimestamped ? 'proof_signature_stamped' : 'proof_signature'
  const invited = isHosted ? 'proof_invited_others' : 'proof_invited'
  return [
    t(`certificate.${signature}`, { algorithm: seal.algorithm }),
    ...(seal.isStampedLater ? [t('certificate.proof_stamped_later')] : []),
    record ? t('certificate.proof_record') : t('certificate.proof_bytes', { count }),
    t('certificate.proof_chain'),
    ...(files ? [t('certificate.proof_enclosed', { files })] : []),
    ...(content.signers.some(({ identity }) => identity) ? [t('certificate.proof_vouched')] : []),
    ...(checks.includes('code') ? [t('certificate.proof_agreed')] : []),
    ...(checks.some((check) => check !== 'code') ? [t('certificate.proof_sent')] : []),
    ...(isHosted ? [t('certificate.proof_present')] : []),
    t(`certificate.${invited}`, { sender: content.tenantName }),
  ].map((text) => text.replaceAll(NARROW_SPACE, WIDE_SPACE))
}
