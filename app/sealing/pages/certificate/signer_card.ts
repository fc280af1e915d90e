import { timeOf } from '#app/foundation/phrases/phrasebook'
import { isolated } from '#app/foundation/printable_text'
import type { CertificateSigner } from '../../seal_order.js'
import { HAIRLINE, MUTED, SIGNED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawLabel, indentOf, SMALL, SMALL_MUTED, VALUE } from './lettering.js'
import { drawSealEmblem } from './seal_emblem.js'
import {
  accessOf,
  certificateOf,
  consentOf,
  identityOf,
  presenceOf,
  statusOf,
} from './signer_words.js'

const PADDING = 14
/** From the label of a row to what it says, at least. */
const INDENT = 52
/** What the rows of a card are called. */
const ROWS = ['consent', 'browser', 'identity', 'access', 'in_person', 'own'] as const
const LEADING = 10.5

interface CardStatus {
  text: string
  style: TextStyle
  isDone: boolean
  width: number
}

/** One signer or approver: who, when, from where, and what was agreed to. */
export class SignerCard {
  #left: number
  #inner: number
  #indent: number

  constructor(
    readonly sheets: Sheets,
    readonly signer: CertificateSigner
  ) {
    this.#left = sheets.left + PADDING
    this.#inner = sheets.width - 2 * PADDING
    const labels = ROWS.map((row) => sheets.book.t(`certificate.${row}`))
    this.#indent = indentOf(sheets, labels, INDENT)
  }

  draw() {
    const { sheets, signer } = this
    const agent = sheets
      .wrap(signer.userAgent ?? '—', this.#inner - this.#indent - 40, SMALL)
      .slice(0, 3)
    const identity = this.#identity()
    const access = accessOf(signer, sheets.book)
    const consent = consentOf(signer, sheets.book)
    const consentEnd = 94.5 + consent.length * LEADING
    const agentEnd = consentEnd + agent.length * LEADING
    const identityEnd = agentEnd + (identity.length > 0 ? identity.length * LEADING + 1 : 0)
    const accessEnd = identityEnd + (access ? LEADING + 2 : 0)
    const presence = this.#presence()
    const presenceEnd = accessEnd + (presence.length > 0 ? presence.length * LEADING + 1 : 0)
    const own = this.#wrapped(certificateOf(signer, sheets.book))
    const height = presenceEnd + 1 + (own.length > 0 ? own.length * LEADING + 1 : 0)
    sheets.keep(height + 10)
    const box = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
    sheets.drawing.roundedRectangle(box, 6, { stroke: HAIRLINE, line: 0.75 })
    this.#who()
    this.#whenAndWhere()
    this.#row('consent', consent, sheets.top - 93)
    this.#row('browser', agent, sheets.top - consentEnd)
    if (identity.length > 0) this.#row('identity', identity, sheets.top - agentEnd - 2)
    if (access) this.#row('access', [access], sheets.top - identityEnd - 2)
    if (presence.length > 0) this.#row('in_person', presence, sheets.top - accessEnd - 2)
    if (own.length > 0) this.#row('own', own, sheets.top - presenceEnd - 2)
    sheets.top -= height + 10
  }

  #who() {
    const { sheets, signer } = this
    const end = this.#left + this.#inner
    const status = this.#status()
    const name = signer.order === null ? signer.name : `${signer.order}. ${isolated(signer.name)}`
    const room = this.#inner - status.width - (status.isDone ? 28 : 12)
    const heading: TextStyle = { size: 11.5, voice: 'bold' }
    const muted: TextStyle = { size: 9, ink: MUTED }
    sheets.say('H3', () => sheets.write(name, this.#left, sheets.top - 21, heading, room))
    sheets.say('P', () =>
      sheets.write(signer.email, this.#left, sheets.top - 34, muted, this.#inner)
    )
    this.#drawStatus(end, status)
  }

  #status(): CardStatus {
    const isDone = this.signer.status === 'signed'
    const text = statusOf(this.signer, this.sheets.book)
    const style: TextStyle = { size: 8.5, voice: 'bold', ink: isDone ? SIGNED : MUTED }
    return { text, style, isDone, width: this.sheets.widthOf(text, style) }
  }

  #drawStatus(end: number, { text, style, isDone, width }: CardStatus) {
    const { sheets } = this
    const baseline = sheets.top - 20
    sheets.say('P', () => sheets.write(text, end - width, baseline, style))
    if (isDone) drawSealEmblem(sheets.drawing, sheets.place(end - width - 9.5), baseline + 3, 5.2)
  }

  #whenAndWhere() {
    const { sheets, signer } = this
    const column = (index: number) => this.#left + (index * this.#inner) / 4
    const { t, printedDay } = sheets.book
    const moments = [
      [signer.inPerson ? 'asked' : 'invited', signer.sentAt],
      ['viewed', signer.viewedAt],
      [signer.isApprover ? 'approved' : 'signed', signer.signedAt],
    ] as const
    const room = this.#inner / 4 - 6
    moments.forEach(([label, at], index) => {
      sheets.say('P', () => {
        drawLabel(sheets, t(`certificate.${label}`), column(index), sheets.top - 53, room)
        sheets.write(at ? printedDay(at) : '—', column(index), sheets.top - 65, VALUE, room)
        if (at) sheets.write(`${timeOf(at)} UTC`, column(index), sheets.top - 76, SMALL_MUTED)
      })
    })
    sheets.say('P', () => {
      drawLabel(sheets, t('certificate.ip_address'), column(3), sheets.top - 53, room)
      sheets.write(signer.ipAddress ?? '—', column(3), sheets.top - 65, VALUE, this.#inner / 4)
    })
  }

  #identity(): string[] {
    return this.#wrapped(identityOf(this.signer, this.sheets.book))
  }

  #presence(): string[] {
    return this.#wrapped(presenceOf(this.signer, this.sheets.book))
  }

  #wrapped(lines: readonly string[]): string[] {
    const room = this.#inner - this.#indent
    return lines.flatMap((line) => this.sheets.wrap(line, room, SMALL).slice(0, 2))
  }

  #row(row: (typeof ROWS)[number], lines: string[], baseline: number) {
    const { sheets } = this
    const [x, room] = [this.#left + this.#indent, this.#inner - this.#indent]
    sheets.say('P', () => {
      sheets.write(sheets.book.t(`certificate.${row}`), this.#left, baseline, SMALL_MUTED)
      if (lines.length === 1) sheets.write(lines[0]!, x, baseline, SMALL, room)
      else sheets.writeLines(lines, x, baseline, LEADING, SMALL)
    })
  }
}
