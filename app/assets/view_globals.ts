import type { Edge } from 'edge.js'
import type AssetLibrary from './asset_library.js'
import attributes from './attributes.js'
import brandCss, { faceSheet } from './brand_css.js'
import brandIcon from './brand_icon.js'
import icon from './icon.js'

/** What every template may ask for. */
export default function registerViewGlobals(edge: Edge, library: AssetLibrary) {
  edge.global('asset', (path: string) => library.url(path))
  edge.global('svg', icon)
  edge.global('attributes', attributes)
  edge.global('brandIcon', brandIcon)
  edge.global('brandCss', brandCss)
  edge.global('faceSheet', faceSheet)
  edge.global('day', (at: Date | string) => DAY.format(new Date(at)))
  edge.global('localTime', localTime)
}

type Precision = 'second' | 'moment' | 'day'

/** A time in UTC that `<local-time>` turns into the reader's own; `day` leaves the hour out. */
function localTime(when: Date | string, precision: Precision = 'moment'): string {
  const at = new Date(when)
  const words = precision === 'day' ? DAY.format(at) : `${CLOCK[precision].format(at)} UTC`
  return (
    `<local-time precision="${precision}">` +
    `<time datetime="${at.toISOString()}">${words}</time></local-time>`
  )
}

/** In UTC, as the audit trail says it; `<local-time>` shows a reader's own zone where scripts run. */
const OF_DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const
const DAY = new Intl.DateTimeFormat('en-GB', OF_DAY)
const CLOCK = {
  moment: new Intl.DateTimeFormat('en-GB', { ...OF_DAY, timeStyle: 'short' }),
  second: new Intl.DateTimeFormat('en-GB', { ...OF_DAY, timeStyle: 'medium' }),
}
