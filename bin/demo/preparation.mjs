import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { root } from '../services/clone.mjs'
import { databaseName } from './services.mjs'

const MAKERS = ['database/**/*.*', 'app/tenancy/**/*.ts', 'app/cli/*.ts', 'config/cells.ts']

/** Remembers what prepared a database, so that a start with nothing to prepare need not wait for it. */
export class Preparation {
  constructor(folder) {
    this.folder = folder
    this.current = fingerprint()
  }

  /** Whether the database was prepared by the very files that would prepare it now. */
  get isDone() {
    return this.folder.read('prepared.json')[databaseName()] === this.current
  }

  remember() {
    const known = this.folder.read('prepared.json')
    this.folder.write('prepared.json', { ...known, [databaseName()]: this.current })
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of globSync(MAKERS, { cwd: root }).sort()) {
    hash.update(file).update(readFileSync(`${root}/${file}`))
  }
  return hash.digest('hex')
}
