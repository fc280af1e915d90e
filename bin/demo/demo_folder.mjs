import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** tmp/demo: what the demo keeps from one start to the next. */
export class DemoFolder {
  constructor(path) {
    this.path = path
  }

  prepare() {
    mkdirSync(this.path, { recursive: true })
    rmSync(this.at('demo.json'), { force: true })
    return this
  }

  at(...parts) {
    return join(this.path, ...parts)
  }

  /** A small file of JSON, or what stands in for it. */
  read(name, otherwise = {}) {
    try {
      return JSON.parse(readFileSync(this.at(name), 'utf8'))
    } catch {
      return otherwise
    }
  }

  write(name, value) {
    const file = this.at(name)
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file) // a reader never sees half of it
  }

  /** Made at the first start and kept: the application's key and the servers' passwords. */
  secrets() {
    const kept = this.read('secrets.json', null)
    if (kept) return kept
    const fresh = Object.fromEntries(
      ['appKey', 'database', 'superuser', 'redis'].map((name) => [
        name,
        randomBytes(32).toString('hex'),
      ])
    )
    this.write('secrets.json', fresh)
    return fresh
  }
}
