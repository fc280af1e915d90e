import { existsSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { inClone, root } from '../services/clone.mjs'
import { WatchedFolders } from '../services/watched_folders.mjs'

/** What processes have read once they run. Templates, styles and elements are read anew for every page. */
const WATCHED = ['app', 'config', 'start', 'bin', join('resources', 'lang')]
const KINDS = ['.ts', '.js', '.json']

/**
 * Shows edits in the running processes: hot-hook exchanges controllers and what only they import, and
 * asks for a new process where that is not enough.
 */
export class Watch {
  imports = ['--import=hot-hook/register']

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
    this.folders = new WatchedFolders({
      folders: WATCHED.map((folder) => inClone(folder)),
      isWatched: (path) => KINDS.includes(extname(path)),
      onChange: (paths) => this.#spread(paths),
    })
  }

  close() {
    this.folders?.close()
  }

  #spread(paths) {
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
