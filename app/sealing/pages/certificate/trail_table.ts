import type { CertificateEntry } from '../../seal_order.js'
import { moment } from '../moment.js'
import { HAIRLINE } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawHeading, drawLabel, LABEL, sentenceCase, SMALL, SMALL_MUTED } from './lettering.js'

const FINE: TextStyle = { ...SMALL_MUTED, size: 6.4 }
/** Of a hash as it stands beside an entry; the whole is in the attached trail. */
const HASH_DIGITS = 20
const DETAIL: TextStyle = { ...SMALL_MUTED, size: 7.2 }
const DETAIL_LINES = 3

/** The audit trail, entry by entry, over as many pages as it takes. Repeated entries are one row that says how many and until when. */
export class TrailTable {
  /** Of the last column: IPv6 takes more than IPv4. */
  #addressWidth: number

  constructor(
    readonly sheets: Sheets,
    readonly entries: CertificateEntry[]
  ) {
    const widths = entries.map(({ ipAddress }) => sheets.line(ipAddress ?? '').width)
    this.#addressWidth = Math.min(102, (Math.max(7000, ...widths) * SMALL.size) / 1000 + 10)
  }

  draw() {
    drawHeading(this.sheets, 'Audit trail', 60)
    this.#head()
    for (const entry of this.entries) this.#entry(entry)
    this.sheets.top -= 25
  }

  get #columns() {
    const { left, width } = this.sheets
    return {
      number: left,
      time: left + 26,
      action: left + 150,
      actor: left + 262,
      address: left + width,
    }
  }

  #head() {
    const { sheets } = this
    const { number, time, action, actor, address } = this.#columns
    const baseline = sheets.top - 4
    drawLabel(sheets, '#', number, baseline)
    drawLabel(sheets, 'Time', time, baseline)
    drawLabel(sheets, 'Event', action, baseline)
    drawLabel(sheets, 'By', actor, baseline)
    sheets.writeRight('IP ADDRESS', address, baseline, LABEL)
    sheets.drawing.rule(sheets.left, baseline - 7, sheets.width, HAIRLINE, 0.75)
    sheets.top -= 13
  }

  #entry(entry: CertificateEntry) {
    const { sheets } = this
    const { number, time, action, actor, address } = this.#columns
    const by = sheets.wrap(entry.actor, address - actor - this.#addressWidth, SMALL).slice(0, 2)
    const detail = this.#detail(entry, address - action)
    const height = 6 + Math.max(by.length * 10, 18, (1 + detail.length) * 9)
    if (sheets.top - height < sheets.margins.bottom) {
      sheets.turn()
      this.#head()
    }
    const baseline = sheets.top - 11
    sheets.write(String(entry.sequence), number, baseline, SMALL_MUTED)
    sheets.write(moment(entry.at), time, baseline, SMALL)
    const hash = entry.hash.slice(0, HASH_DIGITS)
    sheets.write(`SHA-256 ${hash}…`, time, baseline - 9, FINE, action - time - 8)
    sheets.write(eventOf(entry), action, baseline, SMALL, actor - action - 8)
    sheets.writeLines(by, actor, baseline, 10, SMALL)
    sheets.writeLines(detail, action, baseline - Math.max(9, (by.length - 1) * 10 + 9), 8.5, DETAIL)
    if (entry.ipAddress) {
      const room = this.#addressWidth - 10
      sheets.writeRight(entry.ipAddress, address, baseline, SMALL_MUTED, room)
    }
    sheets.top -= height + Math.max(0, detail.length > 0 ? (by.length - 1) * 10 : 0)
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
  }

  #detail({ detail, repeated }: CertificateEntry, width: number): string[] {
    const until = repeated ? [`the last, #${repeated.sequence}, on ${moment(repeated.at)}`] : []
    const text = [detail, ...until].filter(Boolean).join(' · ')
    return text === '' ? [] : this.sheets.wrap(text, width, DETAIL).slice(0, DETAIL_LINES)
  }
}

/** "Link fetched × 40" */
export function eventOf({ action, repeated }: CertificateEntry): string {
  return repeated ? `${sentenceCase(action)} × ${repeated.times}` : sentenceCase(action)
}
