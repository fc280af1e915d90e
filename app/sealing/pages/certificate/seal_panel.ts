import type { Rectangle } from '../../pdf/page_box.js'
import { HAIRLINE, MUTED, PANEL } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawSealEmblem } from './seal_emblem.js'

export const PANEL_HEIGHT = 74

/** Where the seal's panel ended up, so that readers can show the signature there. */
export interface SealPanel {
  sheet: number
  box: Rectangle
}

/** By whom and when the file was sealed, under which certificate, and where that can be verified. */
export function drawSealPanel(sheets: Sheets, { seal, content }: CertificateFacts): SealPanel {
  const height = PANEL_HEIGHT
  const box = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
  sheets.drawing.roundedRectangle(box, 6, { fill: PANEL, stroke: HAIRLINE, line: 0.75 })
  drawSealEmblem(sheets.drawing, sheets.place(box.x + 36), box.y + height / 2, 17)

  const x = box.x + 70
  const room = sheets.width - 84
  const { t, instant } = sheets.book
  const by = t('certificate.sealed_by', { name: seal.by })
  const say = (text: string, below: number, style: TextStyle) =>
    sheets.say('P', () => sheets.write(text, x, sheets.top - below, style, room))
  say(by, 21, { size: 10.5, voice: 'bold' })
  say(instant(seal.at), 34, { size: 8.5, ink: MUTED })
  const certificate = t('certificate.certificate_hash', { hash: seal.certificateSha256 })
  say(certificate, 49, { size: 7.5 })
  const { origin, pathname } = new URL(content.verifyUrl)
  const words = content.isFollowed ? 'certificate.follow_at' : 'certificate.check_at'
  const follow = t(words, { address: `${origin}${pathname}` })
  say(follow, 61, { size: 7.5 })
  sheets.top -= height
  return { sheet: sheets.drawings.length - 1, box }
}
