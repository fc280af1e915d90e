import type { Finding } from './chain_check.js'

/** A chain in which each of so many reads finds something is no chain that was merely written to meanwhile. */
const READS = 4

/**
 * What is written between two reads looks like a change by hand. So it counts once it is found again, in what is there then; and where a
 * chain grows all the time, so that each read says it in other words, what the last one has found. What was changed by hand stays.
 *
 * @param again  checks these chains anew, and reads all of them anew
 */
export async function confirmed<T extends { findings: Finding[] }>(
  first: T,
  again: (chains: readonly string[]) => Promise<{ findings: Finding[] }>
): Promise<T> {
  const stand: Finding[] = []
  let open = first.findings
  for (let read = 2; read <= READS && open.length > 0; read += 1) {
    const before = new Set(open.map(nameOf))
    const { findings } = await again([...new Set(open.map(({ chain }) => chain))])
    const same = findings.filter((one) => before.has(nameOf(one)))
    const settled = new Set(same.map(({ chain }) => chain))
    stand.push(...same)
    open = findings.filter(({ chain }) => !settled.has(chain))
  }
  return { ...first, findings: [...stand, ...open] }
}

function nameOf({ chain, sequence, kind, message }: Finding): string {
  return JSON.stringify([chain, sequence, kind, message])
}
