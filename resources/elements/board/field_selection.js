/** The fields that are changed together, by their ids, in the order in which they were chosen. */
export default class FieldSelection {
  /** @type {Set<number>} */
  ids = new Set()

  get list() {
    return [...this.ids]
  }

  /** @param {number} id */
  has(id) {
    return this.ids.has(id)
  }

  /** @param {Iterable<number>} ids */
  only(ids) {
    this.ids = new Set(ids)
  }

  /** @param {number} id */
  toggle(id) {
    if (!this.ids.delete(id)) this.ids.add(id)
  }

  /** Forgets fields that are gone. @param {(id: number) => unknown} isThere */
  keep(isThere) {
    for (const id of this.ids) if (!isThere(id)) this.ids.delete(id)
  }
}
