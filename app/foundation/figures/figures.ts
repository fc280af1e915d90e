import { Registry } from '@prometheus-io/client'

/**
 * What this process has counted, in memory alone: nobody is asked when something is counted, and nothing is written down. Labels are words of
 * our own code. Names, ids, hosts and addresses of tenants and people are never among them.
 */
export const figures = { registers: [new Registry()] }

/** Under one name for all of ours. */
export const named = (name: string) => `countersign_${name}`

/** A word of a label: what is no word of ours is not shown. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Za-z_]{1,40}$/.test(code) ? code.toLowerCase().replace(/^e_/, '') : 'other'
}
