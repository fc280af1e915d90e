/** @typedef {{ removed?: number, moved?: { from: number, to: number } }} RowChange  What became of the rows of the signers. */

/**
 * Fields after a row of the signers went, or was put elsewhere.
 *
 * @template {{ signer: number }} Field
 * @param {readonly Field[]} fields
 * @param {RowChange} change
 * @returns {Field[]}
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
