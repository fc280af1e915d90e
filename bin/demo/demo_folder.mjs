import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SECRETS = ['appKey', 'superuser', 'redis', 'platform', 'app', 'relay', 'migrator']

/** tmp/demo or tmp/dev: what the demo, or development, keeps from one start to the next. */
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

  /** Made at the first start and kept: the application's key, the servers' passwords, and the secrets of the database's logins. */
  secrets() {
    const kept = this.read('secrets.json')
    const missing = SECRETS.filter((name) => !(name in kept))
    if (missing.length === 0) return kept
    const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('hex')]))
    this.write('secrets.json', { ...kept, ...made })
    return { ...kept, ...made }
  }
}
