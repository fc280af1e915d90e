import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { TransparencyLog } from '#app/audit/transparency/transparency_log'
import { askWitnesses } from '#app/audit/transparency/witnesses'
import { logWitnesses } from '#app/audit/configuration'
import { HealthSamples } from '#app/monitoring/samples/health_samples'
import { Schedule } from '#app/queue/scheduler/scheduler'
import { renewsStamps, timestamps } from '#app/sealing/configuration'
import { CHECK_LANE } from '#app/tenants/domains/domain_watch'
import { logOrigin } from '#app/tenants/hosts/log_origin'
import { EvidenceTurns } from '#app/tenants/evidence_turns'
import { PlatformWork } from '#app/tenants/platform_work'
import { RenewalTurns } from '#app/tenants/renewal_turns'
import { Provisioning } from '#app/tenants/provisioning/provisioning'
import type { Cell } from '#app/tenancy/cell'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Runs in the cell that holds the platform’s schema alone. */
const ofPlatform = (run: () => Promise<unknown>) => async (cell: Cell) =>
  cell.holdsPlatform && run()

async function bindTrails(cell: Cell): Promise<void> {
  await Checkpoints.take(cell)
  await Checkpoints.copy(cell)
}

/** By itself: witnesses are others' machines. */
async function publishLog(cell: Cell): Promise<void> {
  await TransparencyLog.grow(cell, logOrigin(cell.name))
  await askWitnesses(cell, logWitnesses.value)
}

/** By itself: an authority that is away keeps no checkpoint from being taken. */
async function stampCheckpoints(cell: Cell): Promise<void> {
  const { urls } = timestamps.value
  if (urls.length === 0) return
  const { TimestampAuthorities } = await import('#app/sealing/pades/timestamp_authorities')
  const authorities = TimestampAuthorities.named(urls)
  await Checkpoints.stamp(cell, (value) => authorities.stamp(value))
}

async function renewTimestamps(cell: Cell): Promise<void> {
  if (renewsStamps()) await RenewalTurns.next(cell)
}

/** What runs periodically in every cell, beside relay and sweeper. */
Schedule.use([
  { name: 'platform work', everyMs: SECOND, run: ofPlatform(() => PlatformWork.doAllDue()) },
  {
    name: 'long platform work',
    everyMs: 5 * SECOND,
    isLong: true,
    run: ofPlatform(() => PlatformWork.doAllLong()),
  },
  { name: 'domain checks', everyMs: SECOND, run: ofPlatform(() => PlatformWork.doDue(CHECK_LANE)) },
  { name: 'unfinished tenants', everyMs: MINUTE, run: ofPlatform(() => Provisioning.resume()) },
  // where the folder of copies takes none, each try binds what is new, and is stamped
  { name: 'audit checkpoint', everyMs: 10 * MINUTE, retryMs: MINUTE, run: bindTrails },
  { name: 'public log', everyMs: MINUTE, run: publishLog },
  { name: 'checkpoint stamps', everyMs: MINUTE, retryMs: 10 * MINUTE, run: stampCheckpoints },
  { name: 'health samples', everyMs: HOUR, run: ofPlatform(() => HealthSamples.rollUp()) },
  { name: 'evidence scrub', everyMs: MINUTE, run: (cell) => EvidenceTurns.next(cell) },
  { name: 'time stamp renewals', everyMs: MINUTE, run: renewTimestamps },
])
