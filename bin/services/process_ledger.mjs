import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 50
const GRACE_MS = 10_000

/**
 * When a process began, as its kernel tells it; null when there is none. With the id it names one
 * process for good, since ids are used again.
 */
export function beganAt(pid) {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? null : fields[19]
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

/** A file that names the processes a run has started, so that the next run finds those left over by a kill -9. */
export class ProcessLedger {
  #entries = []

  constructor(file) {
    this.file = file
  }

  add({ name, pid, rank = 0, stopSignal = 'SIGTERM' }) {
    this.#entries.push({ name, pid, rank, beganAt: beganAt(pid), stopSignal })
    this.#save()
  }

  remove(pid) {
    this.#entries = this.#entries.filter((entry) => entry.pid !== pid)
    if (this.#entries.length > 0) this.#save()
    else this.clear()
  }

  clear() {
    this.#entries = []
    rmSync(this.file, { force: true })
  }

  /** Those of an earlier run that still live, in the order in which they were started. */
  leftovers() {
    return this.#read().filter((entry) => entry.beganAt !== null && isSame(entry))
  }

  #read() {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8'))
    } catch {
      return []
    }
  }

  #save() {
    mkdirSync(dirname(this.file), { recursive: true })
    writeFileSync(`${this.file}.new`, JSON.stringify(this.#entries, null, 2))
    renameSync(`${this.file}.new`, this.file)
  }
}

/** Ends processes of an earlier run, in the order in which that run would have. */
export async function endLeftovers(entries, graceMs = GRACE_MS) {
  for (const rank of ranksFromTop(entries)) {
    const ofRank = entries.filter((entry) => entry.rank === rank)
    await Promise.all(ofRank.map((entry) => endLeftover(entry, graceMs)))
  }
}

async function endLeftover(entry, graceMs) {
  signalGroup(entry.pid, entry.stopSignal)
  const deadline = Date.now() + graceMs
  while (isSame(entry) && Date.now() < deadline) await pause(POLL_MS)
  if (isSame(entry)) signalGroup(entry.pid, 'SIGKILL')
}

/** What stands on others is ended before them. */
export function ranksFromTop(entries) {
  return [...new Set(entries.map((entry) => entry.rank))].sort((a, b) => b - a)
}

function isSame(entry) {
  return beganAt(entry.pid) === entry.beganAt
}

export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
