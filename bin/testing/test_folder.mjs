import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { memoryFolder } from '../services/memory_folder.mjs'
import { endLeftovers, ProcessLedger } from '../services/process_ledger.mjs'
import { ServerHome } from '../services/server_home.mjs'

/** Twice the cores of a small machine: what waits for a page, a process or a clock leaves them free. */
export const LANES = ['lane-1', 'lane-2', 'lane-3', 'lane-4']
/** For what runs once more, alone. */
export const LONE_LANE = 'lane-alone'
/** What lanes are copied from. */
export const SNAPSHOT_LANE = 'lane-snapshot'
const ALL_LANES = [...LANES, LONE_LANE, SNAPSHOT_LANE]
const SERVERS = ['postgres', 'pgbouncer']

/** tmp/test/<process>: what one run of the tests keeps while it lasts. */
export class TestFolder {
  constructor(parent, name = String(process.pid)) {
    this.path = join(parent, name)
    this.memory = memoryFolder(`test-${name}`)
    this.ledger = new ProcessLedger(join(this.path, 'processes.json'))
  }

  static claim(parent) {
    const folder = new TestFolder(parent)
    folder.remove()
    mkdirSync(folder.path, { recursive: true })
    folder.#claimMemory()
    folder.ledger.add({ name: 'test', pid: process.pid })
    return folder
  }

  /** Ends and removes what killed runs have left; another run that still goes on is left in peace. */
  static async tidy(parent) {
    mkdirSync(parent, { recursive: true })
    for (const name of readdirSync(parent).filter((entry) => /^\d+$/.test(entry))) {
      const folder = new TestFolder(parent, name)
      const leftovers = folder.ledger.leftovers()
      if (leftovers.some((entry) => entry.name === 'test')) continue
      await endLeftovers(leftovers)
      folder.remove()
    }
  }

  at(...parts) {
    return join(this.path, ...parts)
  }

  /** For what is written much and never kept: in memory, where there is enough of it. */
  atHand(...parts) {
    return this.memory.hasRoom ? join(this.memory.path, ...parts) : this.at(...parts)
  }

  /** What later runs use again. */
  beside(name) {
    return join(dirname(this.path), name)
  }

  /** Everybody may write beside it, so that it has to be new; servers run as another user, who enters it. */
  #claimMemory() {
    if (!this.memory.hasRoom) return
    const lanes = ALL_LANES.map((lane) => join(this.memory.path, lane))
    for (const path of [this.memory.path, ...lanes]) {
      mkdirSync(path)
      chmodSync(path, 0o755)
    }
  }

  remove() {
    for (const lane of ALL_LANES) {
      for (const name of SERVERS) new ServerHome({ parent: this.at(lane), name }).remove()
    }
    for (const path of [this.path, this.memory.path]) rmSync(path, { recursive: true, force: true })
  }
}
