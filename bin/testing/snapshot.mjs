import { join } from 'node:path'
import { inClone, root } from '../services/clone.mjs'
import { run } from '../services/command.mjs'
import { Lane } from './lane.mjs'
import { SNAPSHOT_LANE } from './test_folder.mjs'

/**
 * The servers of a lane that have stopped, with a prepared cell and spare schemas: other lanes begin as copies of it. Tests
 * want some thousand schemas, and to copy files is cheaper than to make each of them.
 */
export class Snapshot {
  constructor({ folder, tools }) {
    // written once and read some times: memory is for the copies
    this.lane = new Lane({ folder, name: SNAPSHOT_LANE, tools, isInMemory: false })
    this.spares = join(this.lane.path, 'spares.json')
  }

  /** @param build  of these very sources */
  async take(build) {
    this.lane.build = build
    await this.lane.start()
    const program = inClone('tests', 'support', 'make_spare_schemas.ts')
    const args = [
      `--import=${inClone('bin', 'testing', 'built_sources.mjs')}`,
      program,
      this.spares,
    ]
    await run(process.execPath, args, { cwd: root, env: this.lane.environment() })
    await this.lane.stop()
  }

  get secrets() {
    return this.lane.secrets
  }

  /** The data folder of its PostgreSQL. */
  get database() {
    return this.lane.postgres.data
  }

  get keys() {
    return this.lane.keys
  }

  stop() {
    return this.lane.stop()
  }
}
