type Cleanup = (callback: () => void) => void

/**
 * Until the end of the test, timers of `from` up to, not including, `to` milliseconds fire at once; all others run as usual.
 *
 * @returns how long each of those was to be, in the order in which they were set
 */
export function speedUpTimers(cleanup: Cleanup, from: number, to: number): number[] {
  const waits: number[] = []
  const { setTimeout: usual } = globalThis
  const shortened = (work: () => void, ms = 0, ...values: unknown[]) => {
    const isMeant = ms >= from && ms < to
    if (isMeant) waits.push(ms)
    return usual(work, isMeant ? 0 : ms, ...(values as []))
  }
  globalThis.setTimeout = Object.assign(shortened, usual)
  cleanup(() => void (globalThis.setTimeout = usual))
  return waits
}
