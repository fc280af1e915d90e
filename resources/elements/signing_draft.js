/**
 * What a signer has filled in so far, kept in this tab alone, so that a phone that reloads the page
 * loses nothing.
 */
export default class SigningDraft {
  /** @param {string} signerId */
  constructor(signerId) {
    this.key = `signing:${signerId}`
  }

  /** @returns {any} */
  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? 'null')
    } catch {
      return null
    }
  }

  /** @param {unknown} draft */
  write(draft) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(draft))
    } catch {
      // Storage is full or forbidden: then a reload starts anew, as it would without us.
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
