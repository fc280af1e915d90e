import AttemptsUncounted from '#app/identity/errors/attempts_uncounted'
import { LocalCount } from '#app/foundation/limits/local_count'
import { SharedCount } from '#app/foundation/limits/shared_count'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Operator from '#app/identity/operators/operator'

const WINDOW_MS = 15 * 60_000
/** Three codes are good at any moment: ten tries a window leave a guesser one chance in 33,000. */
const MAX = 10

const here = new LocalCount(WINDOW_MS)
const everywhere = new SharedCount(WINDOW_MS)

/** How often the second proof of one operator may be tried, from wherever. Counted before the code is looked at. */
export const CodeAttempts = {
  /** @throws AttemptsUncounted while Redis is away */
  async allow(operator: Operator): Promise<boolean> {
    const name = nameOf(operator)
    const [local, shared] = [here.add(name), await everywhere.add(name)]
    if (shared === null) throw new AttemptsUncounted()
    return Math.max(local, shared) <= MAX
  },

  async forgive(operator: Operator): Promise<void> {
    here.forget(nameOf(operator))
    await everywhere.forget(nameOf(operator))
  },
}

function nameOf({ id }: Operator): string {
  return sha256Hex(`operator code\n${id}`)
}
