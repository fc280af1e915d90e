import type { Drawing, Ink } from '../pdf/drawing.js'
import type { Rectangle } from '../pdf/page_box.js'
import type {
  CertificateContent,
  CertificateEntry,
  CertificateSigner,
  RecordOfDocument,
} from '../seal_order.js'
import { checkMark } from './stamp.js'
import { drawFeet, drawMasthead, drawRunningHead, type Letterhead } from './letterhead.js'
import { day, moment, timeOfDay } from './moment.js'
import { brandInk, HAIRLINE, INK, MUTED, PANEL, TEST_RED } from './palette.js'
import type { StoredPicture } from './picture_book.js'
import { drawQrCode } from './qr_code.js'
import { type Sheets, type TextStyle } from './sheets.js'

const KIND = 'Certificate of completion'
const LABEL: TextStyle = { size: 6.6, ink: MUTED, voice: 'bold', tracking: 70 }
const VALUE: TextStyle = { size: 9.2 }
const SMALL: TextStyle = { size: 8 }
const QR_SIDE = 66
const PANEL_HEIGHT = 74

/** What the certificate says beyond what the order does. */
export interface CertificateFacts {
  content: CertificateContent
  isTest: boolean
  /** Where the document itself is left out. */
  record?: RecordOfDocument
  logo?: StoredPicture
  /** Of the document as signers saw it. */
  pageCount: number
  canonicalBytes: number
  seal: { by: string; at: Date; certificateSha256: string; isTimestamped: boolean }
}

/** Where the seal's panel ended up, so that readers can show the signature there. */
export interface SealPanel {
  sheet: number
  box: Rectangle
}

/** The pages that tell who signed what, when and how, and what the seal proves. */
export class CertificateOfCompletion {
  #head: Letterhead
  #sheets!: Sheets
  /** Of the last column of the trail: IPv6 takes more than IPv4. */
  #addressWidth = 0

  constructor(readonly facts: CertificateFacts) {
    const { brand, documentId, title } = facts.content
    this.#head = {
      brandName: brand.name,
      logo: facts.logo,
      ink: brandInk(brand.color),
      documentId,
      title,
      kind: facts.record?.kind ?? KIND,
    }
  }

  /** @param start  makes the sheets, given what to draw at their head */
  draw(start: (begin: (sheets: Sheets, index: number) => void) => Sheets): SealPanel {
    this.#sheets = start((sheets, index) => {
      if (index > 0) drawRunningHead(sheets, this.#head)
    })
    this.#opening()
    this.#document()
    this.#fingerprints()
    this.#signers()
    this.#trail()
    this.#proof()
    const panel = this.#sealPanel()
    drawFeet(this.#sheets, this.#head)
    return panel
  }

  #opening() {
    const sheets = this.#sheets
    const { content, isTest } = this.facts
    const right = sheets.left + sheets.width
    drawMasthead(sheets, this.#head)
    const code = { x: right - QR_SIDE, y: sheets.top - QR_SIDE, width: QR_SIDE, height: QR_SIDE }
    drawQrCode(sheets.drawing, content.verifyUrl, code, INK)
    sheets.writeRight('Scan to verify', right, code.y - 10, { size: 7, ink: MUTED })

    const room = sheets.width - QR_SIDE - 28
    sheets.write(this.#head.kind, sheets.left, sheets.top - 58, { size: 23, voice: 'bold' }, room)
    const style = { size: 11.5, ink: MUTED }
    const lines = sheets.wrap(content.title, room, style).slice(0, 3)
    let bottom = sheets.writeLines(lines, sheets.left, sheets.top - 77, 15, style)
    if (isTest) {
      bottom -= 17
      const warning = 'A test document, sealed under a test certificate: it has no legal effect.'
      sheets.write(warning, sheets.left, bottom, { size: 9, voice: 'bold', ink: TEST_RED })
    }
    sheets.top = Math.min(bottom, code.y - 10) - 22
  }

  #document() {
    const { content, pageCount, record } = this.facts
    this.#facts([
      ['Document ID', content.documentId],
      ['Sent by', content.tenantName],
      ['Pages', String(pageCount)],
      ['Created', moment(content.createdAt)],
      [record?.endLabel ?? 'Completed', moment(content.completedAt)],
      ['Signers', String(content.signers.length)],
    ])
  }

  #facts(facts: [label: string, value: string][]) {
    const sheets = this.#sheets
    const columns = [0, 0.46, 0.82].map((at) => sheets.left + at * sheets.width)
    const widths = [0.44, 0.34, 0.18].map((part) => part * sheets.width)
    for (let row = 0; row < facts.length; row += 3) {
      sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE)
      facts.slice(row, row + 3).forEach(([label, value], column) => {
        this.#label(label, columns[column]!, sheets.top - 15)
        sheets.write(value, columns[column]!, sheets.top - 28, VALUE, widths[column])
      })
      sheets.top -= 40
    }
  }

  #fingerprints() {
    const sheets = this.#sheets
    const { content } = this.facts
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
      sheets.write(label, sheets.left + 12, baseline, { ...SMALL, ink: MUTED })
      sheets.write(hash, sheets.left + 118, baseline, SMALL, sheets.width - 174)
      sheets.writeRight('SHA-256', right, baseline, { size: 7, ink: MUTED })
    })
    sheets.top -= height + 27
  }

  #signers() {
    const { signers } = this.facts.content
    this.#heading(signers.length === 1 ? 'Signer' : 'Signers', 130)
    for (const signer of signers) this.#signer(signer)
    this.#sheets.top -= 12
  }

  #signer(signer: CertificateSigner) {
    const sheets = this.#sheets
    const inner = sheets.width - 28
    const agent = sheets.wrap(signer.userAgent ?? '—', inner - 92, SMALL).slice(0, 3)
    const height = 106 + agent.length * 10.5
    sheets.keep(height + 10)
    const { drawing } = sheets
    const box = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
    drawing.roundedRectangle(box, 6, { stroke: HAIRLINE, line: 0.75 })

    const left = sheets.left + 14
    const right = sheets.left + sheets.width - 14
    const chip = this.#status(signer.status, right, sheets.top - 20)
    const name = signer.order === null ? signer.name : `${signer.order}. ${signer.name}`
    sheets.write(name, left, sheets.top - 21, { size: 11.5, voice: 'bold' }, inner - chip - 12)
    sheets.write(signer.email, left, sheets.top - 34, { size: 9, ink: MUTED }, inner)

    const moments = [
      ['Invited', signer.sentAt],
      ['Viewed', signer.viewedAt],
      ['Signed', signer.signedAt],
    ] as const
    moments.forEach(([label, at], index) => {
      const x = left + (index * inner) / 4
      this.#label(label, x, sheets.top - 53)
      sheets.write(at ? day(at) : '—', x, sheets.top - 65, VALUE)
      if (at) sheets.write(timeOfDay(at), x, sheets.top - 76, { size: 8, ink: MUTED })
    })
    const addressAt = left + (3 * inner) / 4
    this.#label('IP address', addressAt, sheets.top - 53)
    sheets.write(signer.ipAddress ?? '—', addressAt, sheets.top - 65, VALUE, inner / 4)

    this.#row('Consent', [consentOf(signer)], left, sheets.top - 93)
    this.#row('Browser', agent, left, sheets.top - 105)
    sheets.top -= height + 10
  }

  #row(label: string, lines: string[], x: number, baseline: number) {
    const sheets = this.#sheets
    sheets.write(label, x, baseline, { ...SMALL, ink: MUTED })
    const room = sheets.width - 28 - 52
    if (lines.length === 1) sheets.write(lines[0]!, x + 52, baseline, SMALL, room)
    else sheets.writeLines(lines, x + 52, baseline, 10.5, SMALL)
  }

  /** @returns the width it took */
  #status(status: string, right: number, baseline: number): number {
    const sheets = this.#sheets
    const text = sentenceCase(status)
    const style: TextStyle = {
      size: 8.5,
      voice: 'bold',
      ink: status === 'signed' ? this.#ink : MUTED,
    }
    const width = (sheets.line(text, style).width * style.size) / 1000
    sheets.write(text, right - width, baseline, style)
    if (status !== 'signed') return width
    drawSeal(sheets.drawing, right - width - 9.5, baseline + 3, 5.2, this.#ink)
    return width + 16
  }

  #trail() {
    const { entries } = this.facts.content
    const widths = entries.map(({ ipAddress }) => this.#sheets.line(ipAddress ?? '').width)
    this.#addressWidth = Math.min(102, (Math.max(7000, ...widths) * SMALL.size) / 1000 + 10)
    this.#heading('Audit trail', 60)
    this.#trailHead()
    for (const entry of entries) this.#entry(entry)
    this.#sheets.top -= 25
  }

  get #columns() {
    const { left, width } = this.#sheets
    return {
      number: left,
      time: left + 26,
      action: left + 150,
      actor: left + 262,
      address: left + width,
    }
  }

  #trailHead() {
    const sheets = this.#sheets
    const { number, time, action, actor, address } = this.#columns
    const baseline = sheets.top - 4
    this.#label('#', number, baseline)
    this.#label('Time', time, baseline)
    this.#label('Event', action, baseline)
    this.#label('By', actor, baseline)
    sheets.writeRight('IP ADDRESS', address, baseline, LABEL)
    sheets.drawing.rule(sheets.left, baseline - 7, sheets.width, HAIRLINE, 0.75)
    sheets.top -= 13
  }

  #entry(entry: CertificateEntry) {
    const sheets = this.#sheets
    const { number, time, action, actor, address } = this.#columns
    const by = sheets.wrap(entry.actor, address - actor - this.#addressWidth, SMALL).slice(0, 2)
    const height = 6 + by.length * 10
    if (sheets.top - height < sheets.margins.bottom) {
      sheets.turn()
      this.#trailHead()
    }
    const baseline = sheets.top - 11
    sheets.write(String(entry.sequence), number, baseline, { ...SMALL, ink: MUTED })
    sheets.write(moment(entry.at), time, baseline, SMALL)
    sheets.write(sentenceCase(entry.action), action, baseline, SMALL, actor - action - 8)
    sheets.writeLines(by, actor, baseline, 10, SMALL)
    if (entry.ipAddress) {
      const room = this.#addressWidth - 10
      sheets.writeRight(entry.ipAddress, address, baseline, { ...SMALL, ink: MUTED }, room)
    }
    sheets.top -= height
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
  }

  #proof() {
    const sheets = this.#sheets
    const style: TextStyle = { size: 9 }
    const paragraphs = statements(this.facts).map((text) =>
      sheets.wrap(text, sheets.width - 16, style)
    )
    const height = paragraphs.reduce((sum, lines) => sum + lines.length * 13 + 7, 20 + 8)
    // one thought, and so one page: what is proved, and by what
    this.#heading('What this proves', height + PANEL_HEIGHT)
    for (const lines of paragraphs) {
      sheets.drawing.circle(sheets.left + 2.5, sheets.top - 5.8, 1.6, this.#ink)
      sheets.top = sheets.writeLines(lines, sheets.left + 14, sheets.top - 9, 13, style) - 11
    }
    sheets.top -= 8
  }

  #sealPanel(): SealPanel {
    const sheets = this.#sheets
    const { seal, content } = this.facts
    const height = PANEL_HEIGHT
    const box = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
    sheets.drawing.roundedRectangle(box, 6, { fill: PANEL, stroke: HAIRLINE, line: 0.75 })
    drawSeal(sheets.drawing, box.x + 36, box.y + height / 2, 17, this.#ink)

    const x = box.x + 70
    const room = sheets.width - 84
    sheets.write(`Sealed by ${seal.by}`, x, sheets.top - 21, { size: 10.5, voice: 'bold' }, room)
    sheets.write(moment(seal.at), x, sheets.top - 34, { size: 8.5, ink: MUTED }, room)
    const certificate = `Certificate SHA-256  ${seal.certificateSha256}`
    sheets.write(certificate, x, sheets.top - 49, { size: 7.5 }, room)
    sheets.write(`Verify at  ${content.verifyUrl}`, x, sheets.top - 61, { size: 7.5 }, room)
    sheets.top -= height
    return { sheet: sheets.drawings.length - 1, box }
  }

  #heading(text: string, keptWith: number) {
    const sheets = this.#sheets
    sheets.keep(keptWith)
    sheets.write(text, sheets.left, sheets.top - 4, { size: 13, voice: 'bold' })
    sheets.top -= 20
  }

  #label(text: string, x: number, baseline: number) {
    this.#sheets.write(text.toUpperCase(), x, baseline, LABEL)
  }

  get #ink(): Ink {
    return this.#head.ink
  }
}

/** A disc with a check mark. */
function drawSeal(drawing: Drawing, x: number, y: number, radius: number, ink: Ink) {
  drawing.circle(x, y, radius, ink)
  const side = radius * 1.3
  const mark = checkMark({ x: x - side / 2, y: y - side / 2, width: side, height: side })
  drawing.strokePath(mark, [1, 1, 1], radius / 4.5)
}

function consentOf({ consentVersion, consentSha256 }: CertificateSigner) {
  if (consentVersion === null) return '—'
  return consentSha256
    ? `Version ${consentVersion}, SHA-256 ${consentSha256}`
    : `Version ${consentVersion}`
}

/** "invite.sent" → "Invite sent" */
function sentenceCase(code: string) {
  const words = code.replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function statements({ content, seal, canonicalBytes, record }: CertificateFacts): string[] {
  const timestamp = seal.isTimestamped ? ', with a time stamp of a third party (RFC 3161)' : ''
  return [
    `The file carries a digital signature (PAdES, ETSI.CAdES.detached, ECDSA P-256 and SHA-256${timestamp}) made with the certificate named below. It covers every byte of the file: a reader that checks signatures shows when one was changed.`,
    record
      ? 'These pages tell what is on record of the document, which is not part of them. The first two fingerprints above name its bytes: as they were received, and as they were shown to signers.'
      : `The first ${canonicalBytes.toLocaleString('en-US')} bytes of the file are the document as it was shown to every signer, unchanged; their SHA-256 is the second fingerprint above. What signers entered, and these pages, follow behind it.`,
    'Each entry of the audit trail contains the hash of the entry before it. The hash of the last one is the third fingerprint above, so that no entry can be changed, added or removed unnoticed.',
    `Signers were invited by ${content.tenantName} at the e-mail addresses shown. Times, addresses and browsers are as our servers saw them; that a mailbox belongs to a person is not examined here.`,
  ]
}
