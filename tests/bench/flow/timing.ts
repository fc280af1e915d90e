/** How long each of `count` runs takes, one after the other, in ms. */
export async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  return atOnce(1, count, work)
}

/** The same with some always under way. */
export async function atOnce(
  concurrency: number,
  count: number,
  work: () => Promise<unknown>
): Promise<number[]> {
  const taken: number[] = []
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const from = performance.now()
      await work()
      taken.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  return taken
}

export function percentile(taken: readonly number[], share: number): number {
  const sorted = [...taken].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** p50 and p95, and how often the bare work would have been done in the time of the p50. */
export function report(name: string, taken: readonly number[], bare: readonly number[]): string {
  const median = percentile(taken, 0.5)
  const ratio = median / percentile(bare, 0.5)
  return `${name.padEnd(24)} p50 ${median.toFixed(1).padStart(6)} ms  p95 ${percentile(taken, 0.95).toFixed(1).padStart(6)} ms  ${ratio.toFixed(1)}× bare`
}
