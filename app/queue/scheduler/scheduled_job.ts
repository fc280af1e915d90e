import type { Cell } from '#app/tenancy/cell'

/** A job that runs periodically in a cell, in one of the worker processes. It never touches the schemas of tenants. */
export interface ScheduledJob {
  name: string
  everyMs: number
  /** How long it waits after a failure; a few seconds by default. */
  retryMs?: number
  /** It may go on for hours: as long as it does, it counts as done. */
  isLong?: boolean
  run: (cell: Cell) => Promise<unknown>
}
