import type { Caught } from '../installation/catcher.js'
import type { Canaries, Canary } from './canary.js'
import { mayKnow } from '../rules/related_tenants.js'
import type { Party } from '../parties/party.js'

/** A canary in a message to somebody who may not know it. */
export interface Leak {
  readonly canary: Canary
  readonly message: Caught
}

/** Whose a message is, its address says: every address of the proof holds a canary of its owner. */
export function leaksIn(
  caught: readonly Caught[],
  canaries: Canaries,
  parties: readonly Party[]
): Leak[] {
  const party = (name: string) => parties.find((one) => one.name === name)
  return caught.flatMap((message) => {
    const [addressee] = canaries.in(message.to)
    const reader = addressee && party(addressee.home.tenant)
    return canaries.in(message.text).flatMap((canary) => {
      const owner = party(canary.home.tenant)
      const isKnown =
        reader && owner && mayKnow(reader, canary, owner) && !isOtherEnvironment(addressee, canary)
      return isKnown ? [] : [{ canary, message }]
    })
  })
}

function isOtherEnvironment(addressee: Canary, { home }: Canary): boolean {
  const parts = [addressee.home.part, home.part]
  return parts.includes('live') && parts.includes('test')
}
