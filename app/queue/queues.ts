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
/** Receivers may hang. Where nobody outside is waited for, a tenant alone may fill the slots, and turns are short. */
const LANE_CAP = 10
const LEASE_MS = 60_000
const LEASES_MS: Partial<Record<QueueName, number>> = {
  mail: 120_000, // a mail server may take its time over each of several steps
  seal: 120_000, // longer than the clock allows a seal
}

/** @param slots  of the webhooks' queue; reactions, which are short, have as many, the others their share: entries in trails, which nobody waits for, the smallest; and sealing what the processors can do */
export function queueShapes(slots = DEFAULT_SLOTS): QueueShape[] {
  const own: Record<QueueName, number> = {
    webhooks: slots,
    mail: share(slots, 10),
    reactions: slots,
    entries: share(slots, 25),
    timers: share(slots, 10),
    seal: Math.max(2, availableParallelism()),
  }
  return shapesOf((name) => own[name])
}

/** @param slotsOf  of one process, or of all that share the work of a cell: the more there are, the more a tenant may have in hand */
export function shapesOf(slotsOf: (name: QueueName) => number): QueueShape[] {
  return QUEUE_NAMES.map((name) => {
    const slots = slotsOf(name)
    const tenantCap = name === 'webhooks' ? share(slots, 4) : slots
    const laneCap = name === 'webhooks' ? Math.min(LANE_CAP, tenantCap) : slots
    return { name, slots, tenantCap, laneCap, leaseMs: LEASES_MS[name] ?? LEASE_MS }
  })
}

function share(slots: number, part: number): number {
  return Math.max(1, Math.ceil(slots / part))
}
