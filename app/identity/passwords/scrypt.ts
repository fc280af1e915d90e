import { scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * One of the settings that OWASP's Password Storage Cheat Sheet lists as equal. This one needs 16 MB a hash, where N = 2^17 with p = 1 needs 128 MB; releases
 * before it can check its hashes; and their own, which had p = 1, can be brought to the same time.
 */
export const SCRYPT = { cost: 2 ** 14, blockSize: 8, parallelization: 5 } as const

/** What a stored hash may cost, in passes: an imported row must not occupy a thread for minutes. */
const MAX_PASSES = 4 * SCRYPT.parallelization

const runScrypt = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** The work of a stored hash in passes of the current N and r; null for what is no scrypt hash, and for one that costs too much to check. */
export function passesOf(stored: string): number | null {
  const [, n, r, p] = /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$/.exec(stored)?.map(Number) ?? []
  const passes = (n * r * p) / (SCRYPT.cost * SCRYPT.blockSize)
  return passes <= MAX_PASSES ? passes : null
}

/** Hashes to nothing, for the time it takes. */
export async function spendPasses(passes: number): Promise<void> {
  const parallelization = Math.round(passes)
  if (parallelization > 0)
    await runScrypt('spent', 'for its time', 64, { ...SCRYPT, parallelization })
}
