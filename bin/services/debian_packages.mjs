import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inClone } from './clone.mjs'
import { attempt, run } from './command.mjs'
import { commandPath } from './command_path.mjs'

const PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=2']
const ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }

// the machine's own C library must stay with the machine's own loader
const NEVER_UNPACKED = new Set(['libc6', 'libc-bin', 'libc6-dev'])

/**
 * Debian's packages on this machine: installed when we are root, else downloaded and unpacked in a
 * folder, which needs no rights at all.
 */
export class DebianPackages {
  constructor(folder = inClone('tmp', 'tools')) {
    this.folder = folder
    this.root = join(folder, 'root')
    this.log = join(folder, 'apt.log')
  }

  static get isDebian() {
    return Boolean(commandPath('apt-get') && commandPath('dpkg'))
  }

  static get mayInstall() {
    return DebianPackages.isDebian && process.getuid() === 0
  }

  async install(...names) {
    const install = ['install', '-y', '--no-install-recommends', ...PATIENCE, ...names]
    if (hasLists('/var/lib/apt/lists') && (await this.#apt(install)).code === 0) return
    await this.#apt(['update', ...PATIENCE])
    await run('apt-get', install, { env: ENVIRONMENT, log: this.log })
  }

  /** Unpacks the package, and those it needs that this machine lacks, below `root`. */
  unpack(name) {
    return this.#unpackBy(async (options) => {
      const plan = await this.#apt([...options, '-s', '--no-install-recommends', 'install', name])
      return plan.code === 0 ? missingPackages(plan.stdout) : null
    }, name)
  }

  /**
   * Unpacks the package and its direct dependencies, also those that this machine has: a link inside
   * the package may lead to a file of theirs beside it.
   */
  unpackWithDependencies(name) {
    return this.#unpackBy(async (options) => {
      const { code, stdout } = await attempt('apt-cache', [...options, 'depends', name], {
        env: ENVIRONMENT,
        log: this.log,
      })
      return code === 0 ? [name, ...dependencies(stdout)] : null
    }, name)
  }

  /** @param plan  given apt's options, the packages to unpack, or null when apt cannot tell */
  async #unpackBy(plan, name) {
    mkdirSync(this.root, { recursive: true })
    const system = process.getuid() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []
    if (hasLists('/var/lib/apt/lists') && (await this.#unpackWith(system, plan))) return
    const own = [...system, ...this.#ownState()]
    await this.#apt([...own, ...PATIENCE, 'update'])
    if (await this.#unpackWith(own, plan)) return
    throw new Error(`apt-get could not download ${name} (see ${this.log})`)
  }

  /** Folders below `root` that hold shared libraries, as LD_LIBRARY_PATH wants them. */
  libraryPath() {
    const found = new Set()
    for (const top of ['usr/lib', 'lib']) collectLibraries(join(this.root, top), found)
    return [...found].join(':')
  }

  /** apt's own files elsewhere: an ordinary user may neither write nor refresh the system's. */
  #ownState() {
    const state = join(this.folder, 'apt', 'state')
    const cache = join(this.folder, 'apt', 'cache')
    mkdirSync(join(state, 'lists', 'partial'), { recursive: true })
    mkdirSync(join(cache, 'archives', 'partial'), { recursive: true })
    const settings = {
      'Dir::State': state,
      'Dir::State::status': '/var/lib/dpkg/status',
      'Dir::Cache': cache,
      'Dir::Cache::pkgcache': '', // two files of 60 MB that save a second
      'Dir::Cache::srcpkgcache': '',
      'Acquire::Languages': 'none',
      'Dir::Log': join(this.folder, 'apt', 'log'),
    }
    return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  }

  async #unpackWith(options, plan) {
    const wanted = await plan(options)
    if (!wanted) return false
    const downloads = mkdtempSync(join(this.folder, 'download-'))
    try {
      const download = await this.#apt([...options, ...PATIENCE, 'download', ...wanted], downloads)
      if (download.code !== 0) return false
      for (const file of readdirSync(downloads)) {
        await run('dpkg', ['-x', join(downloads, file), this.root], {
          env: ENVIRONMENT,
          log: this.log,
        })
      }
      return true
    } finally {
      rmSync(downloads, { recursive: true, force: true })
    }
  }

  #apt(args, cwd) {
    return attempt('apt-get', args, { cwd, env: ENVIRONMENT, log: this.log })
  }
}

/** From lines like `Inst redis-server (5:7.0.15-1 Debian:12 [amd64])`; a second bracket before names what would be upgraded. */
export function missingPackages(plan) {
  const lines = plan.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)
  return [...lines]
    .filter(([, name]) => !NEVER_UNPACKED.has(name))
    .map(([, name, version]) => `${name}=${version}`)
}

/** From lines like `  Depends: redis-tools`; what is virtual stands in angle brackets. */
export function dependencies(listing) {
  const lines = listing.matchAll(/^ +(?:Pre)?Depends: ([^<\s]+)$/gm)
  return [...lines].map(([, name]) => name).filter((name) => !NEVER_UNPACKED.has(name))
}

function hasLists(folder) {
  return existsSync(folder) && readdirSync(folder).some((name) => /_Packages(\.\w+)?$/.test(name))
}

function collectLibraries(folder, found) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) collectLibraries(join(folder, entry.name), found)
    else if (/\.so(\.|$)/.test(entry.name)) found.add(folder)
  }
}
