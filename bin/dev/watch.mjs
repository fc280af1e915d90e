import { existsSync, readdirSync, statSync, watch } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { inClone, root } from '../services/clone.mjs'

/** What processes have read once they run. Templates, styles and elements are read anew for every page. */
const WATCHED = ['app', 'config', 'start', 'bin', join('resources', 'lang')]
const KINDS = ['.ts', '.js', '.json']
/** Editors write a file in several steps, and tools many files at once. */
const SETTLES_AFTER_MS = 40

/**
 * Shows edits in the running processes: hot-hook exchanges controllers and what only they import, and
 * asks for a new process where that is not enough.
 */
export class Watch {
  imports = ['--import=hot-hook/register']
  #watchers = new Map()
  #changed = new Set()
  #timer

  constructor({ processes, progress }) {
    Object.assign(this, { processes, progress })
    this.options = {
      onMessage: (child, message) => this.#hear(child, message),
      onCrash: (child) => this.#waitForEdit(child),
    }
  }

  /** The environment that the children need beyond the demo's. */
  get env() {
    return { HOT_HOOK_WATCH: 'false' } // one watcher for all processes, which outlives them
  }

  start(children) {
    this.children = children
    for (const folder of WATCHED) this.#watchFolder(inClone(folder))
  }

  close() {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
  }

  /** Folder by folder: Node's recursive watch forgets files that an editor replaces instead of writing to them. */
  #watchFolder(folder) {
    if (this.#watchers.has(folder)) return
    const watcher = watch(folder, (_, name) => name && this.#note(join(folder, name)))
    this.#watchers.set(folder, watcher)
    watcher.on('error', () => this.#watchers.delete(folder)) // the folder is gone
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) this.#watchFolder(join(folder, entry.name))
  }

  #note(path) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return this.#watchFolder(path)
    if (!KINDS.includes(extname(path))) return
    this.#changed.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#spread(), SETTLES_AFTER_MS)
  }

  #spread() {
    const paths = [...this.#changed]
    this.#changed.clear()
    for (const child of this.children) {
      if (!child.isRunning && !child.isRestarting) this.#restart(child, paths[0])
      else for (const path of paths) child.send(changeOf(path))
    }
  }

  #hear(child, { type, path, paths }) {
    if (type === 'hot-hook:full-reload') this.#restart(child, path ?? paths?.[0] ?? '')
  }

  #restart(child, path) {
    if (child.isRestarting) return
    this.progress.say(`  ${relative(root, path)} changed: starting ${child.name} again`)
    void this.processes.restart(child)
  }

  #waitForEdit(child) {
    this.progress.say(
      `\nThe ${child.name} process ${child.outcome} (${child.log}):\n${child.tail()}\n\nIt starts again when you save a file.`
    )
  }
}

function changeOf(path) {
  return { type: 'hot-hook:file-changed', path, action: existsSync(path) ? 'change' : 'unlink' }
}
