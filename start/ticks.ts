import { Checkpoints } from '#app/audit/checkpoint'
import { TickTable } from '#app/queue/ticks'
import { CHECK_LANE } from '#app/tenants/domains/domain_watch'
import { PlatformWork } from '#app/tenants/platform_work'
import { Provisioning } from '#app/tenants/provisioning'
import type { Cell } from '#app/tenancy/cell'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** What belongs to the platform is done beside the cell that holds it. */
const ofPlatform = (run: () => Promise<unknown>) => async (cell: Cell) =>
  cell.holdsPlatform && run()

/** What recurs in every cell, beside relay and sweeper. */
TickTable.use([
  { name: 'platform work', everyMs: SECOND, run: ofPlatform(() => PlatformWork.doAllDue()) },
  { name: 'domain checks', everyMs: SECOND, run: ofPlatform(() => PlatformWork.doDue(CHECK_LANE)) },
  { name: 'unfinished tenants', everyMs: MINUTE, run: ofPlatform(() => Provisioning.resume()) },
  { name: 'audit checkpoint', everyMs: 10 * MINUTE, run: (cell) => Checkpoints.take(cell) },
])
