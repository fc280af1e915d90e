/** What of a form could not be saved, kept in this tab alone, so that a reload loses nothing. */
export default class KeptForm {
  /** @param {string} id */
  constructor(id) {
    this.key = `draft:${id}`
  }

  /** @returns {any} */
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? 'null')
    } catch {
      return null
    }
  }

  /** @param {[string, string][]} values @param {string} version  that they were typed over */
  write(values, version) {
    try {
      const at = new Date().toISOString()
      sessionStorage.setItem(this.key, JSON.stringify({ values, version, at }))
    } catch {
      // Storage is full or forbidden: then the question before the page is left has to do.
    }
  }

  /** Takes over what another one keeps. @param {KeptForm} other */
  take(other) {
    try {
      const kept = sessionStorage.getItem(other.key)
      if (kept !== null) sessionStorage.setItem(this.key, kept)
      other.forget()
    } catch {
      // Forbidden storage holds nothing to take.
    }
  }

  forget() {
    try {
      sessionStorage.removeItem(this.key)
    } catch {
      // Forbidden storage holds nothing to forget.
    }
  }
}
