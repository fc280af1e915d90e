import { DAY_MS } from '#app/foundation/duration'

/** Long enough for an authority that is away, and for many documents that end on one day. */
const LEAD_MS = 60 * DAY_MS
/** Of a stamp that does not last long, the last part of its time. */
const LEAD_PART = 1 / 4

/** When a document's time stamp is to be renewed, which was made `from` then and can be checked until then. */
export function restampTime({ from, until }: { from: Date; until: Date }): Date {
  const lead = Math.min(LEAD_MS, (until.getTime() - from.getTime()) * LEAD_PART)
  return new Date(until.getTime() - lead)
}
