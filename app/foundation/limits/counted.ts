import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'

export interface LimiterShape {
  /** Allowed within the window. */
  points: number
  windowS: number
  /** Limiters of one prefix count together. */
  prefix: string
}

/** Where a name stands after it was counted once more. */
export interface Counted {
  isOver: boolean
  left: number
  /** Until the window ends. */
  msLeft: number
}

/** @throws what the store of the counts fails with */
export async function countedBy(limiter: RateLimiterAbstract, name: string): Promise<Counted> {
  try {
    return toCounted(await limiter.consume(name), false)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return toCounted(refused, true)
  }
}

function toCounted(answer: RateLimiterRes, isOver: boolean): Counted {
  return { isOver, left: Math.max(0, answer.remainingPoints), msLeft: answer.msBeforeNext }
}
