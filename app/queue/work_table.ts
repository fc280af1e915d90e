import type { Task } from '#app/tenancy/outbox/outbox'
import type { WorkKind } from '#app/tenancy/outbox/work_kind'
import type { QueueName, QueueShape } from './queues.js'

/**
 * Does one piece of work, inside the tenant that asked for it and with no unit open. It ends with `Outbox.finish` or
 * `Outbox.putOff` in the unit that records what it did. If it throws, the work is put off and tried again.
 */
export type Handler = (task: Task) => Promise<void>

/** The same for several pieces of one tenant's work, which share what can be shared. @returns how each of them ends */
export type BundleHandler = (tasks: readonly Task[]) => Promise<void>[]

interface HandlerModule {
  default: Handler
  handleBundle?: BundleHandler
}

/** Who does each kind of work, and in which queue. */
export type WorkRows = Readonly<Record<WorkKind, WorkRow>>

export interface WorkRow {
  queue: QueueName
  handle: () => Promise<HandlerModule>
  /** So many pieces of a tenant's work may be given to one job, for its `handleBundle`. It asks for their leases itself. */
  bundle?: number
  /** The handler asks for its lease itself, or needs none before it finishes; for the others it is asked before they begin. */
  asksLease?: true
  /** It waits for strangers' servers: at most this part of the queue's slots is given to it, so that the rest stays free for other kinds. */
  share?: number
  /** Done twice it does no harm: its end need not wait for the disk. */
  isRepeatable?: true
  /** It is done for a frozen tenant as well: nothing is signed, sealed or sent by it. */
  goesOnFrozen?: true
}

let table: Partial<WorkRows> = {}
const loaded = new Map<string, Promise<HandlerModule>>()

/** Who does what; `start/work.ts` writes the table. Work of a kind that a later release left stays in the outbox. */
export const WorkTable = {
  use(written: Partial<WorkRows>): void {
    table = { ...table, ...written }
  },

  /** @throws when `start/work.ts` does not know the kind */
  row(kind: string): WorkRow {
    const row = table[kind as WorkKind]
    if (!row) throw new RangeError(`start/work.ts does not know ${kind}`)
    return row
  },

  queue(kind: string): QueueName {
    return this.row(kind).queue
  },

  /** Kinds of work by the queue they go to. */
  kinds(queue: QueueName): WorkKind[] {
    return kindsInTable().filter((kind) => table[kind]?.queue === queue)
  },

  /** How much of each kind may be given out at once in a cell, by the slots of its queue. @param sharing  among how many cells that is divided */
  caps({ name, slots }: QueueShape, sharing: (kind: string) => number): Map<string, number> {
    return new Map(
      this.kinds(name).map((kind) => [
        kind,
        Math.max(1, Math.floor((slots * (table[kind]?.share ?? Infinity)) / sharing(kind))),
      ])
    )
  },

  async handler(kind: string): Promise<Handler> {
    return (await load(kind)).default
  },

  async handleBundle(kind: string): Promise<BundleHandler> {
    const { default: handle, handleBundle } = await load(kind)
    return handleBundle ?? ((tasks) => tasks.map((task) => handle(task)))
  },

  /** Loads the handlers before they are needed: the first piece of work should not wait for that. */
  async warmUp(): Promise<void> {
    await Promise.all(kindsInTable().map(load))
  },
}

function kindsInTable(): WorkKind[] {
  return Object.keys(table) as WorkKind[]
}

/** An import that is done already still costs a look-up: what it gave is kept. */
function load(kind: string): Promise<HandlerModule> {
  const known = loaded.get(kind) ?? WorkTable.row(kind).handle()
  loaded.set(kind, known)
  known.catch(() => loaded.delete(kind))
  return known
}
