/** @typedef {import('./field_list.js').Placed} Placed */

/**
 * Fields after a row of the signers went, or was put elsewhere.
 *
 * @param {readonly Placed[]} fields
 * @param {{ removed?: number, moved?: { from: number, to: number } }} change
 * @returns {Placed[]}
 */
export function renumbered(fields, { removed, moved }) {
  return fields
    .filter(({ signer }) => signer !== removed)
    .map((field) => {
      const left = removed !== undefined && field.signer > removed ? field.signer - 1 : field.signer
      return { ...field, signer: moved ? placeAfter(left, moved) : left }
    })
}

/** @param {number} place @param {{ from: number, to: number }} moved */
function placeAfter(place, { from, to }) {
  if (place === from) return to
  if (from < to) return place > from && place <= to ? place - 1 : place
  return place >= to && place < from ? place + 1 : place
}
