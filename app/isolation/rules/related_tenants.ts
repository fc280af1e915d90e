import type { Canary } from '../evidence/canary.js'

/** What a tenant shows of itself to the reseller above it. */
const TO_ITS_RESELLER = [
  'the account’s name',
  'the owner’s name',
  'the owner’s address',
  'a wish',
  'the brand’s name',
]

/** What a reseller hands down to the tenants right below it, and to those below them. */
const TO_ITS_TENANTS = [
  'the account’s name',
  'the brand’s name',
  'the brand’s address',
  'a picture of the brand',
]

/** Who a word may be shown to beside those whose it is. */
export interface Reader {
  readonly name: string
  readonly parent: Reader | null
}

export function mayKnow(reader: Reader, { home, what }: Canary, owner: Reader): boolean {
  if (home.tenant === reader.name) return true
  if (owner.parent?.name === reader.name) return TO_ITS_RESELLER.includes(what)
  return isAbove(owner, reader) && TO_ITS_TENANTS.includes(what)
}

function isAbove(above: Reader, below: Reader): boolean {
  for (let one = below.parent; one; one = one.parent) if (one.name === above.name) return true
  return false
}
