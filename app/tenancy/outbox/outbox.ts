import { clock } from '#app/foundation/clock'
import { faultPoint } from '#app/foundation/processes/fault_point'
import { CurrentTenant } from '../current_tenant.js'
import type { Answers, Statement } from '../statement.js'
import type { WorkKind } from './work_kind.js'
import LeaseLost from '../errors/lease_lost.js'

/** Work that is to be done once the unit is committed. `ref` is an id, never personal data. */
export interface Work {
  kind: WorkKind
  ref: string
  /** What shares a lane takes turns and a cap: an endpoint's deliveries, say. */
  lane?: string
  /** By the clock of the scope (`tenantClock`). */
  dueAt?: Date
  /** A condition of SQL, from the code alone: work for which it does not hold is not written. */
  onlyIf?: string
}

/** Proof that a worker was given a piece of work, and which time that was. */
export interface Lease {
  readonly id: string
  readonly fence: number
}

/** A piece of work as its handler gets it, inside the tenant and environment that asked for it. */
export interface Task extends Lease {
  readonly kind: string
  readonly lane: string
  readonly ref: string
  /** How often it was put off before. */
  readonly tries: number
  /** The span that does it, or the one that left it; null where nobody traces. */
  readonly traceparent?: string | null
}

interface PutOff {
  readonly lease: Lease
  readonly until: Date
  /** It did not succeed, and not because of anybody else: counts as waiting since it was due. */
  readonly isFailing?: boolean
}

/** Without a time it is done. */
export type WorkEnd = PutOff | { readonly lease: Lease; readonly until: null }

/** A statement that records how work ended. */
export interface WorkRecord extends Statement {
  /** It leaves more work: the relay is woken once it is committed, instead of finding it at its next poll. */
  leavesWork?: true
}

type Wake = (cell: string) => void

const BUFFER = Symbol('work of the unit')

/** Due times count from PostgreSQL's clock, which the relay reads too: Node's may be ahead or behind. */
const APPENDED = `insert into cell.outbox (kind, lane, ref, due_at)
  select kind, lane, ref, clock_timestamp() + coalesce(after, 0) * interval '1 millisecond'
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as work (kind, lane, ref, after)`

/**
 * In a sandbox what is due later is due by its clock, as it stands when this is committed: moving it waits for the lock, and
 * this waits for a move under way.
 */
const APPENDED_BY_ITS_CLOCK = `insert into cell.outbox (kind, lane, ref, due_at)
  select kind, lane, ref, clock_timestamp() + coalesce(after - reading.offset_ms, 0) * interval '1 millisecond'
    from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) as work (kind, lane, ref, after),
         (select offset_ms from test_clock for share) as reading`

const PUT_OFF = `select cell.put_off($1, $2, clock_timestamp() + $3 * interval '1 millisecond', $4)`
const PUT_OFF_BY_ITS_CLOCK = `
  select cell.put_off($1, $2, clock_timestamp() + ($3 - reading.offset_ms) * interval '1 millisecond', $4)
    from (select offset_ms from test_clock for share) as reading`

let wake: Wake = () => {}

export const Outbox = {
  /** Told after each commit that left work, so that the relay need not wait for its next poll. */
  wakeBy(signal: Wake): void {
    wake = signal
  },

  /**
   * Leaves work behind, written with the unit's last batch.
   *
   * @throws E_UNIT_MISUSED outside a unit: work without its change of state could be lost or invented
   */
  append(...works: Work[]): void {
    if (works.length === 0) return
    CurrentTenant.buffer<Work>(BUFFER).push(...works)
    Outbox.appendBy('outbox', insertions)
  },

  /**
   * Leaves behind what statements select, asked for once however often the same name is given. They write nothing but work in the end.
   *
   * @throws E_UNIT_MISUSED outside a unit
   */
  appendBy(name: string, statements: () => readonly WorkRecord[]): void {
    const { cell } = CurrentTenant.get().tenant
    CurrentTenant.withCommit(name, statements, (left) => {
      if (left > 0) wake(cell)
    })
  },

  /**
   * The same as a statement, for `finish` and `putOff`.
   *
   * @param onlyIf  the condition of all of them
   */
  insertion(works: readonly Work[], onlyIf?: string): WorkRecord {
    const values = [
      works.map(({ kind }) => kind),
      works.map(({ lane = '' }) => lane),
      works.map(({ ref }) => ref),
      works.map(({ dueAt }) => (dueAt ? millisecondsTo(dueAt) : null)),
    ]
    const isByItsClock = isInSandbox() && works.some(({ dueAt }) => dueAt)
    const text = isByItsClock ? APPENDED_BY_ITS_CLOCK : APPENDED
    return { text: onlyIf ? `${text} where ${onlyIf}` : text, values, leavesWork: true }
  },

  /**
   * Before an effect that should not happen twice. Goes in one batch with what is read for the effect.
   *
   * @throws E_LEASE_LOST when another worker was given the work since
   */
  async hold<const Asked extends readonly Statement[]>(
    leases: Lease | readonly Lease[],
    ...reads: Asked
  ): Promise<Answers<Asked>> {
    const [, ...rows] = await leased([ofLeases('hold', [leases].flat()), ...reads] as const)
    return rows
  },

  /**
   * Ends work, in the unit that records its result, or in one batch with the statements that do.
   *
   * @throws E_LEASE_LOST when another worker was given it since; nothing is then recorded
   */
  async finish(leases: Lease | readonly Lease[], ...records: WorkRecord[]): Promise<void> {
    await recorded([ofLeases('finish', [leases].flat()), ...records])
  },

  /** Ends work or puts it off, each as it says, in one batch with the statements that record why. @throws E_LEASE_LOST */
  async settle(ends: readonly WorkEnd[], ...records: WorkRecord[]): Promise<void> {
    const finished = ends.filter(({ until }) => until === null).map(({ lease }) => lease)
    const later = ends.filter((end): end is PutOff => end.until !== null)
    await recorded([
      ...(finished.length > 0 ? [ofLeases('finish', finished)] : []),
      ...later.map(puttingOff),
      ...records,
    ])
  },

  /**
   * The sandbox's clock is moved on by so much, in this unit: what waits there waits that much less.
   *
   * @throws E_UNIT_MISUSED outside a unit
   */
  async hasten(ms: number): Promise<void> {
    await CurrentTenant.batch([{ text: 'select cell.hasten($1)', values: [ms] }])
    wakeOnceCommitted()
  },

  /**
   * Forgets the work of a kind that waits in a lane, with the last statements of the unit: the relay waits for nobody's rows.
   *
   * @throws E_UNIT_MISUSED outside a unit
   */
  withdraw(kind: WorkKind, lane: string): void {
    const statement = { text: 'select cell.withdraw($1, $2)', values: [kind, lane] }
    CurrentTenant.withCommit(`withdraw ${kind}/${lane}`, () => [statement])
  },

  /** Puts work off, in the unit that records why, or in one batch with the statements that do. @throws E_LEASE_LOST */
  async putOff(lease: Lease, until: Date, ...records: WorkRecord[]): Promise<void> {
    await recorded([puttingOff({ lease, until }), ...records])
  },

  /** The same for what did not succeed. Figures and the status page count it as waiting since it was due. @throws E_LEASE_LOST */
  async fail(lease: Lease, until: Date): Promise<void> {
    await recorded([puttingOff({ lease, until, isFailing: true })])
  },
}

/** All of them, or none. */
function ofLeases(what: 'hold' | 'finish', leases: readonly Lease[]): Statement {
  const [{ id, fence }, ...others] = leases
  if (others.length === 0) return { text: `select cell.${what}($1, $2)`, values: [id, fence] }
  const values = [leases.map((lease) => lease.id), leases.map((lease) => lease.fence)]
  return { text: `select cell.${what}_all($1, $2)`, values }
}

function puttingOff({ lease: { id, fence }, until, isFailing = false }: PutOff): Statement {
  const text = isInSandbox() ? PUT_OFF_BY_ITS_CLOCK : PUT_OFF
  return { text, values: [id, fence, millisecondsTo(until), isFailing] }
}

function isInSandbox(): boolean {
  return CurrentTenant.get().environment === 'test'
}

async function recorded(statements: WorkRecord[]): Promise<void> {
  faultPoint('outbox.recording')
  await leased(statements)
  faultPoint('outbox.recorded')
  if (statements.some(({ leavesWork }) => leavesWork)) wakeOnceCommitted()
}

async function leased<const Asked extends readonly Statement[]>(
  statements: Asked
): Promise<Answers<Asked>> {
  try {
    return await CurrentTenant.batch(statements)
  } catch (error) {
    throw LeaseLost.in(error) ?? error
  }
}

/** Of all work of the unit. */
function insertions(): WorkRecord[] {
  const byCondition = Map.groupBy(
    CurrentTenant.buffer<Work>(BUFFER).splice(0),
    ({ onlyIf }) => onlyIf
  )
  return [...byCondition].map(([onlyIf, some]) => Outbox.insertion(some, onlyIf))
}

function wakeOnceCommitted(): void {
  const { cell } = CurrentTenant.get().tenant
  if (CurrentTenant.isInUnit) CurrentTenant.afterCommit('wake the relay', () => wake(cell))
  else wake(cell)
}

function millisecondsTo(date: Date): number {
  return date.getTime() - clock.now().getTime()
}
