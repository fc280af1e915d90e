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
/** Where one may begin: looked ahead, since what stands before it may look like one. */
const PLANTED = new RegExp(`(?=(cn[0-9a-z]{${LENGTH}}))`, 'g')

/** All canaries of a proof. Words are lower-case letters and digits, so that names, hosts and addresses can hold them. */
export class Canaries {
  #planted = new Map<string, Canary>()
  #remembered: Canary[] = []

  plant(home: Home, what: string): string {
    const word = `cn${randomBase62(LENGTH).toLowerCase()}`
    this.#planted.set(word, { word, home, what })
    return word
  }

  /** A word that was made elsewhere: an id, a token. */
  remember(home: Home, what: string, word: string): void {
    this.#remembered.push({ word, home, what })
  }

  /** Those that stand in a text, in upper case too. One pass finds all that were planted, however many. */
  in(text: string): Canary[] {
    const lower = text.toLowerCase()
    const words = new Set(lower.matchAll(PLANTED).map(([, word]) => word))
    const planted = [...words].flatMap((word) => this.#planted.get(word) ?? [])
    return [
      ...planted,
      ...this.#remembered.filter(({ word }) => lower.includes(word.toLowerCase())),
    ]
  }

  get all(): readonly Canary[] {
    return [...this.#planted.values(), ...this.#remembered]
  }
}
