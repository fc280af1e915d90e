import type { Finding } from './chain_check.js'

/**
 * What is written between two reads looks like a change by hand: what was found counts where it is found once more, in what is
 * there now. What was changed by hand stays.
 *
 * @param again  checks these chains anew, and reads all of them anew
 */
export async function confirmed<T extends { findings: Finding[] }>(
  first: T,
  again: (chains: readonly string[]) => Promise<{ findings: Finding[] }>
): Promise<T> {
  if (first.findings.length === 0) return first
  const found = new Set(first.findings.map(nameOf))
  const { findings } = await again([...new Set(first.findings.map(({ chain }) => chain))])
  return { ...first, findings: findings.filter((one) => found.has(nameOf(one))) }
}

function nameOf({ chain, sequence, kind, message }: Finding): string {
  return JSON.stringify([chain, sequence, kind, message])
}
