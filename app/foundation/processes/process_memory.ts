import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4096

/** Resident bytes of a process, or null where there is no /proc to ask. */
export function residentBytes(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES
  } catch {
    return null
  }
}
