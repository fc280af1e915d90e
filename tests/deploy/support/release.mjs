import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inClone, root } from '../../../bin/services/clone.mjs'
import { run } from '../../../bin/services/command.mjs'
import { outsideEnvironment } from '../../../bin/services/node_packages.mjs'
import { SentenceError } from '../../../bin/services/sentence_error.mjs'

const git = (...args) => run('git', args, { cwd: root })

/** A release in a folder of its own, built as in production. */
export class Release {
  constructor(name, folder, log) {
    Object.assign(this, { name, folder, log })
  }

  /** The one that is in this clone, with what has not been committed yet. */
  static here(log) {
    return new Release('new', root, log)
  }

  /**
   * Checked out below `parent`, where the next run finds it.
   *
   * @param revision  of Git; left out, the last tag of a release, or else the commit before this one
   */
  static async previous(revision, parent, log) {
    const commit = await commitOf(revision ?? (await lastTag()) ?? 'HEAD^')
    const folder = join(parent, commit)
    if (!existsSync(folder)) {
      await git('worktree', 'prune')
      await git('worktree', 'add', '--detach', folder, commit)
    }
    return new Release('previous', folder, log)
  }

  /** Installs its packages, or uses those of this clone where its lock is the same, and builds it. */
  async prepare() {
    const packages = join(this.folder, 'node_modules')
    if (!existsSync(packages) && this.#hasOurPackages)
      symlinkSync(inClone('node_modules'), packages)
    if (!existsSync(packages)) await this.#npm('ci', '--no-audit', '--no-fund')
    const isBuilt = this.folder !== root && existsSync(join(this.folder, 'build', 'ace.js'))
    if (!isBuilt) await this.#npm('run', 'build')
  }

  /** How one of its processes is started. */
  program(...args) {
    const node = join(this.folder, 'node_modules', 'node', 'bin', 'node')
    return { command: node, args: [join('build', args[0]), ...args.slice(1)], cwd: this.folder }
  }

  /** One of its commands. @returns what it prints */
  ace(env, ...args) {
    const { command, args: all, cwd } = this.program('ace.js', ...args)
    return run(command, all, { cwd, env, log: this.log, isSecret: true })
  }

  get #hasOurPackages() {
    const lock = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
    return lock(this.folder) === lock(root)
  }

  #npm(...args) {
    return run('npm', args, { cwd: this.folder, env: outsideEnvironment(), log: this.log })
  }
}

async function commitOf(revision) {
  return git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`).then(
    (commit) => commit.trim(),
    () => {
      throw new SentenceError(`This clone knows no revision ${revision}; is its history shallow?`)
    }
  )
}

async function lastTag() {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '')
  return tag.trim() || null
}
