import type { CertificateEntry } from '../../seal_order.js'
import { HAIRLINE } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawHeading, drawLabel, drawLabelEnd, SMALL, SMALL_MUTED } from './lettering.js'

const FINE: TextStyle = { ...SMALL_MUTED, size: 5.8 }
/** Of a hash on each of its two lines below the time. */
const HASH_DIGITS = 32
const DETAIL: TextStyle = { ...SMALL_MUTED, size: 7.2 }
const DETAIL_LINES = 3
/** Of the columns, in points: what they take at least, and at most. */
const NUMBER = 26
const TIME = { least: 124, most: 150 }
const EVENT = { least: 112, most: 136 }
const ADDRESS = { least: 66, most: 102 }
const GAP = 10

/** The audit trail, entry by entry, over as many pages as it takes. Repeated entries are one row that says how many and until when. */
export class TrailTable {
  /** Of the last column: IPv6 takes more than IPv4. */
  #addressWidth: number
  #timeWidth: number
  #eventWidth: number

  constructor(
    readonly sheets: Sheets,
    readonly entries: CertificateEntry[]
  ) {
    const widthOf = (texts: string[], { least, most }: { least: number; most: number }) => {
      const widths = texts.map((text) => sheets.widthOf(text, SMALL) + GAP)
      return Math.min(most, Math.max(least, ...widths))
    }
    const { instant } = sheets.book
    const events = entries.map((entry) => this.#event(entry))
    this.#addressWidth = widthOf([...new Set(entries.map((e) => e.ipAddress ?? ''))], ADDRESS)
    this.#timeWidth = widthOf([...new Set(entries.map(({ at }) => instant(at)))], TIME)
    this.#eventWidth = widthOf([...new Set(events)], EVENT)
  }

  draw() {
    drawHeading(this.sheets, this.sheets.book.t('certificate.audit'), 60)
    this.sheets.part('Table', () => {
      this.#head()
      for (const entry of this.entries) this.#entry(entry)
    })
    this.sheets.top -= 25
  }

  get #columns() {
    const { left, width } = this.sheets
    const time = left + NUMBER
    const action = time + this.#timeWidth
    return { number: left, time, action, actor: action + this.#eventWidth, address: left + width }
  }

  #head() {
    const { sheets } = this
    const { t } = sheets.book
    const { number, time, action, actor, address } = this.#columns
    const baseline = sheets.top - 4
    const heading = (text: string, x: number, room?: number) =>
      sheets.say('TH', () => drawLabel(sheets, text, x, baseline, room))
    sheets.part('TR', () => {
      heading('#', number)
      heading(t('trail.time'), time, this.#timeWidth - GAP)
      heading(t('trail.event'), action, this.#eventWidth - GAP)
      heading(t('trail.by'), actor)
      const last = t('certificate.ip_address')
      sheets.say('TH', () => drawLabelEnd(sheets, last, address, baseline))
    })
    sheets.drawing.rule(sheets.left, baseline - 7, sheets.width, HAIRLINE, 0.75)
    sheets.top -= 13
  }

  #entry(entry: CertificateEntry) {
    const { sheets } = this
    const { number, time, action, actor, address } = this.#columns
    const by = sheets.wrap(entry.actor, address - actor - this.#addressWidth, SMALL).slice(0, 2)
    const event = sheets.wrap(this.#event(entry), this.#eventWidth - GAP, SMALL).slice(0, 2)
    const detail = this.#detail(entry, address - action)
    const firstLines = Math.max(by.length, event.length)
    const height =
      6 + Math.max(firstLines * 10, 25, (1 + detail.length) * 9 + (firstLines - 1) * 10)
    if (sheets.top - height < sheets.margins.bottom) {
      sheets.turn()
      this.#head()
    }
    const baseline = sheets.top - 11
    const moment = sheets.book.instant(entry.at)
    const cell = (draw: () => void) => sheets.say('TD', draw)
    sheets.part('TR', () => {
      cell(() => sheets.write(String(entry.sequence), number, baseline, SMALL_MUTED))
      cell(() => {
        sheets.write(moment, time, baseline, SMALL, this.#timeWidth - GAP)
        for (const [line, digits] of halves(entry.hash).entries())
          sheets.write(digits, time, baseline - 9 - line * 7, FINE, this.#timeWidth - GAP)
      })
      cell(() => {
        sheets.writeLines(event, action, baseline, 10, SMALL)
        const below = baseline - (firstLines - 1) * 10 - 9
        sheets.writeLines(detail, action, below, 8.5, DETAIL)
      })
      cell(() => sheets.writeLines(by, actor, baseline, 10, SMALL))
      cell(() => this.#address(entry, baseline))
    })
    sheets.top -= height
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
  }

  #address({ ipAddress }: CertificateEntry, baseline: number) {
    if (!ipAddress) return
    const room = this.#addressWidth - GAP
    this.sheets.writeEnd(ipAddress, this.#columns.address, baseline, SMALL_MUTED, room)
  }

  /** “Link fetched × 40” */
  #event({ event, repeated }: CertificateEntry): string {
    if (!repeated) return event
    return this.sheets.book.t('certificate.repeated', { event, times: String(repeated.times) })
  }

  #detail({ detail, repeated }: CertificateEntry, width: number): string[] {
    const { t, instant, embedded } = this.sheets.book
    const until = repeated
      ? [t('certificate.last', { number: repeated.sequence, moment: instant(repeated.at) })]
      : []
    const parts = [detail, ...until].filter((part) => part !== null)
    const text = parts.length > 1 ? parts.map(embedded).join(' · ') : parts.join('')
    return text === '' ? [] : this.sheets.wrap(text, width, DETAIL).slice(0, DETAIL_LINES)
  }
}

/** So that the end of the trail can be recomputed from what is printed and the attached texts. */
function halves(hash: string): string[] {
  return [hash.slice(0, HASH_DIGITS), hash.slice(HASH_DIGITS)]
}
