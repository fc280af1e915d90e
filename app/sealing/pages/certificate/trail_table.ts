import type { CertificateEntry } from '../../seal_order.js'
import { moment } from '../moment.js'
import { HAIRLINE } from '../palette.js'
import type { Sheets } from '../sheets.js'
import { drawHeading, drawLabel, LABEL, sentenceCase, SMALL, SMALL_MUTED } from './lettering.js'

/** The audit trail, entry by entry, over as many pages as it takes. */
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
    const height = 6 + by.length * 10
    if (sheets.top - height < sheets.margins.bottom) {
      sheets.turn()
      this.#head()
    }
    const baseline = sheets.top - 11
    sheets.write(String(entry.sequence), number, baseline, SMALL_MUTED)
    sheets.write(moment(entry.at), time, baseline, SMALL)
    sheets.write(sentenceCase(entry.action), action, baseline, SMALL, actor - action - 8)
    sheets.writeLines(by, actor, baseline, 10, SMALL)
    if (entry.ipAddress) {
      const room = this.#addressWidth - 10
      sheets.writeRight(entry.ipAddress, address, baseline, SMALL_MUTED, room)
    }
    sheets.top -= height
    sheets.drawing.rule(sheets.left, sheets.top, sheets.width, HAIRLINE, 0.4)
  }
}
