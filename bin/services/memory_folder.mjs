import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { cloneKey } from './clone.mjs'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
const GIGABYTE = 2 ** 30
/** For the databases of a whole run of the tests, four of 2 GB and what is written to them, beside all that runs. */
const ROOM = 10 * GIGABYTE
const AVAILABLE = 16 * GIGABYTE

/** A folder of this clone in memory by its path, and whether there is room for one: containers often have 64 MB, or none. */
export function memoryFolder(name) {
  return { path: join(IN_MEMORY, `countersign-${cloneKey}-${name}`), hasRoom: hasRoom() }
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM && availableMemory() >= AVAILABLE
  } catch {
    return false // another system than Linux
  }
}

/** Bytes that can be had without swapping. */
function availableMemory() {
  const [, kilobytes] =
    /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Number(kilobytes ?? 0) * 1024
}
