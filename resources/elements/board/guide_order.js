/** @typedef {import('./field_list.js').Placed} Placed */

/**
 * Fields in the order in which their signers are led to them. Each signer has an order of its own: as one reads, or as
 * somebody arranged it. Where a signer's fields stood as one reads, they do so after every change; what was arranged stays.
 *
 * @param {readonly Placed[]} fields
 * @param {readonly Placed[]} before  the same fields before the change
 * @returns {Placed[]} all of them, those of several signers as one reads
 */
export function inGuideOrder(fields, before) {
  const known = bySigner(before)
  const lanes = [...bySigner(fields)].map(([signer, own]) =>
    isAsOneReads(known.get(signer) ?? []) ? own.sort(asOneReads) : own
  )
  return merged(lanes)
}

/** The same without putting any signer's fields in another order. @param {readonly Placed[]} fields */
export function interleaved(fields) {
  return merged([...bySigner(fields).values()])
}

/**
 * Moves one field among those of its signer.
 *
 * @param {readonly Placed[]} fields
 * @param {number} id
 * @param {-1 | 1} step  earlier or later
 */
export function movedInGuide(fields, id, step) {
  const lanes = bySigner(fields)
  const own = [...lanes.values()].find((lane) => lane.some((field) => field.id === id))
  if (!own) return [...fields]
  const from = own.findIndex((field) => field.id === id)
  const to = from + step
  if (to >= 0 && to < own.length) own.splice(to, 0, ...own.splice(from, 1))
  return merged([...lanes.values()])
}

/** @param {readonly Placed[]} fields */
export function sortedAsOneReads(fields) {
  return [...fields].sort(asOneReads)
}

/** @param {readonly Placed[]} fields */
export function isAsOneReads(fields) {
  return fields.every((field, at) => at === 0 || asOneReads(fields[at - 1], field) <= 0)
}

/** @param {Placed} a @param {Placed} b */
function asOneReads(a, b) {
  return a.page - b.page || a.y - b.y || a.x - b.x
}

/** @param {readonly Placed[]} fields @returns {Map<number, Placed[]>} */
export function bySigner(fields) {
  /** @type {Map<number, Placed[]>} */
  const lanes = new Map()
  for (const field of fields) {
    const lane = lanes.get(field.signer)
    if (lane) lane.push(field)
    else lanes.set(field.signer, [field])
  }
  return lanes
}

/** Of all lanes, always the head that one reads first. @param {Placed[][]} lanes */
function merged(lanes) {
  const heads = lanes.map(() => 0)
  const all = []
  for (;;) {
    let best = -1
    for (const [at, lane] of lanes.entries()) {
      const head = lane[heads[at]]
      if (head && (best < 0 || asOneReads(head, lanes[best][heads[best]]) < 0)) best = at
    }
    if (best < 0) return all
    all.push(lanes[best][heads[best]++])
  }
}
