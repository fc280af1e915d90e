import FieldHistory from './field_history.js'
import { inGuideOrder, interleaved } from './guide_order.js'
import { renumbered } from './signer_numbers.js'

/**
 * A field on the board: in points from the top-left corner of its page, with whatever its kind has besides. It is never
 * changed but replaced, so that what did not change is the same object.
 *
 * @typedef {{ id: number, page: number, type: string, signer: number, x: number, y: number, width: number, height: number } & Record<string, any>} Placed
 * @typedef {Omit<Placed, 'id'>} Unplaced
 */

/** The server refuses more. */
export const MOST_FIELDS = 500

/** All fields of a document, in the order in which signers are led to them, with what can be undone. */
export default class FieldList {
  #lastId = 0
  /** @type {FieldHistory<readonly Placed[]>} */
  #history = new FieldHistory(/** @type {readonly Placed[]} */ ([]))
  /** @type {Map<number, Placed> | null} */
  #byId = null
  /** @type {Map<number, Placed[]> | null} */
  #byPage = null

  get all() {
    return this.#history.now
  }

  get canUndo() {
    return this.#history.canUndo
  }

  get canRedo() {
    return this.#history.canRedo
  }

  /** Begins anew: nothing before can be undone. @param {readonly (Unplaced | Placed)[]} fields */
  begin(fields) {
    const numbered = fields.map((field) => ({ ...field, id: field.id ?? ++this.#lastId }))
    this.#history = new FieldHistory(
      /** @type {readonly Placed[]} */ (interleaved(/** @type {Placed[]} */ (numbered)))
    )
    this.#forget()
  }

  /** @param {number} id */
  get(id) {
    this.#byId ??= new Map(this.all.map((field) => [field.id, field]))
    return this.#byId.get(id)
  }

  /** @param {number} page @returns {readonly Placed[]} */
  onPage(page) {
    this.#byPage ??= Map.groupBy(this.all, (field) => field.page)
    return this.#byPage.get(page) ?? []
  }

  /** @param {readonly Unplaced[]} fields @returns {Placed[]} what was added */
  add(fields) {
    const added = fields.map((field) => /** @type {Placed} */ ({ ...field, id: ++this.#lastId }))
    if (added.length > 0) this.#become(inGuideOrder([...this.all, ...added], this.all))
    return added
  }

  /** @param {readonly number[]} ids */
  remove(ids) {
    const gone = new Set(ids)
    return this.#become(this.all.filter(({ id }) => !gone.has(id)))
  }

  /**
   * @param {readonly number[]} ids
   * @param {(field: Placed) => Partial<Placed>} change
   * @param {string} [kind]  changes of one kind in quick succession are one step
   * @returns whether anything is different
   */
  change(ids, change, kind) {
    const chosen = new Set(ids)
    const next = this.all.map((field) =>
      chosen.has(field.id) ? changed(field, change(field)) : field
    )
    if (next.every((field, at) => field === this.all[at])) return false
    return this.#become(inGuideOrder(next, this.all), kind)
  }

  /** Takes an order that somebody wants. @param {readonly Placed[]} fields */
  arrange(fields) {
    return this.#become(fields)
  }

  /** Fields stay with their signers, or go with theirs, also in what can be undone. @param {import('./signer_numbers.js').RowChange} change */
  renumber(change) {
    /** What is one object in several states stays one. @type {Map<Placed, Placed[]>} */
    const known = new Map()
    const after = (/** @type {Placed} */ field) => {
      if (!known.has(field)) known.set(field, renumbered([field], change))
      return known.get(field) ?? []
    }
    this.#history.rewrite((fields) => interleaved(fields.flatMap(after)), isSame)
    this.#forget()
  }

  /** @returns whether there was anything to take back */
  undo() {
    this.#forget()
    return this.#history.undo()
  }

  redo() {
    this.#forget()
    return this.#history.redo()
  }

  /** @param {readonly Placed[]} next @param {string} [kind] */
  #become(next, kind) {
    this.#forget()
    return !isSame(next, this.all) && this.#history.note(next, kind)
  }

  #forget() {
    this.#byId = this.#byPage = null
  }
}

/** @param {readonly Placed[]} some @param {readonly Placed[]} others */
function isSame(some, others) {
  return some.length === others.length && some.every((field, at) => field === others[at])
}

/** The same object where nothing is different. @param {Placed} field @param {Partial<Placed>} change */
function changed(field, change) {
  const isDifferent = Object.entries(change).some(([name, value]) => field[name] !== value)
  return isDifferent ? { ...field, ...change } : field
}
