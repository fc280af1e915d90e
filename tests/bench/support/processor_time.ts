import { readFileSync, readdirSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100
const UTIME = 11
const STIME = 12
/** Of children that have ended. */
const CUTIME = 13
const CSTIME = 14

/** Seconds of processor time that processes have used so far. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ofOne(pid), 0)
}

/** A process and all that it has started, such as PostgreSQL with its backends. */
export function withChildren(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid)
  return [pid, ...children.flatMap(withChildren)]
}

/** Of a process and all that it has started, also what has ended since: PostgreSQL with its backends. */
export function familySeconds(pid: number): number {
  return processorSeconds(withChildren(pid)) + ofOne(pid, [CUTIME, CSTIME])
}

function ofOne(pid: number, columns = [UTIME, STIME]): number {
  const fields = stat(pid)
  return columns.reduce((sum, column) => sum + Number(fields[column] ?? 0), 0) / TICKS_PER_SECOND
}

function parentOf(pid: number): number {
  return Number(stat(pid)[1])
}

/** What follows the command's name, which may hold anything. */
function stat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
