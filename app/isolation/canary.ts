import { randomBase62 } from '#app/foundation/opaque_token'

/** To whom a word belongs: a tenant's account, or one of its environments. */
export interface Home {
  readonly tenant: string
  readonly part: 'account' | 'live' | 'test'
}

/** A word that stands nowhere else: where it turns up, something of its home has got out. */
export interface Canary {
  readonly word: string
  readonly home: Home
  /** What it was written into, as a report names it. */
  readonly what: string
}

const LENGTH = 16

/** All canaries of a proof. Words are lower-case letters and digits, so that names, hosts and addresses can hold them. */
export class Canaries {
  #all: Canary[] = []

  plant(home: Home, what: string): string {
    const word = `cn${randomBase62(LENGTH).toLowerCase()}`
    this.remember(home, what, word)
    return word
  }

  /** A word that was made elsewhere: an id, a token. */
  remember(home: Home, what: string, word: string): void {
    this.#all.push({ word, home, what })
  }

  /** Those that stand in a text; upper case and what percent signs hide count too. */
  in(text: string): Canary[] {
    const lower = text.toLowerCase()
    return this.#all.filter(({ word }) => lower.includes(word.toLowerCase()))
  }

  get all(): readonly Canary[] {
    return this.#all
  }
}
