import { availableParallelism } from 'node:os'

export const QUEUE_NAMES = ['webhooks', 'mail', 'reactions', 'entries', 'timers', 'seal'] as const

export type QueueName = (typeof QUEUE_NAMES)[number]

/** How much of one kind of labour a worker process takes on, and how it is shared out. */
export interface QueueShape {
  readonly name: QueueName
  /** Jobs at once in one process. */
  readonly slots: number
  /** Given out at once to one tenant, so that one whose receivers hang leaves room for the others. */
  readonly tenantCap: number
  /** Given out at once to one lane. */
  readonly laneCap: number
  readonly leaseMs: number
}

const DEFAULT_SLOTS = 100
const LANE_CAP = 10
const LEASE_MS = 60_000
/** A mail server may take its time over each of several steps. */
const MAIL_LEASE_MS = 120_000
/** Longer than the clock allows a seal. */
const SEAL_LEASE_MS = 120_000

/** @param slots  of the webhooks' queue; reactions, which are short, have as many, the others their share: entries in trails, which nobody waits for, the smallest; and sealing what the processors can do */
export function queueShapes(slots = DEFAULT_SLOTS): QueueShape[] {
  const quarter = share(slots, 4)
  return [
    {
      name: 'webhooks',
      slots,
      tenantCap: quarter,
      laneCap: Math.min(LANE_CAP, quarter),
      leaseMs: LEASE_MS,
    },
    { ...even('mail', share(slots, 10)), leaseMs: MAIL_LEASE_MS },
    even('reactions', slots),
    even('entries', share(slots, 25)),
    even('timers', share(slots, 10)),
    { ...even('seal', Math.max(2, availableParallelism())), leaseMs: SEAL_LEASE_MS },
  ]
}

/** Work that waits for nobody outside: a tenant alone may fill the slots, and turns are short. */
function even(name: QueueName, slots: number): QueueShape {
  return { name, slots, tenantCap: slots, laneCap: slots, leaseMs: LEASE_MS }
}

function share(slots: number, part: number): number {
  return Math.max(1, Math.ceil(slots / part))
}
