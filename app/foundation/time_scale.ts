let scale = process.env.NODE_ENV === 'test' ? Number(process.env.TIME_SCALE ?? 1) : 1

/** Lets tests shorten what the house waits for: leases, polls, retries. Always 1 outside of tests. */
export const timeScale = {
  of(ms: number): number {
    return ms * scale
  },

  set(factor: number): void {
    if (process.env.NODE_ENV !== 'test') throw new RangeError('Time is scaled in tests alone')
    scale = factor
  },
}
