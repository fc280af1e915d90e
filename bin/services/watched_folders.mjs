import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps, and tools many files at once. */
const SETTLES_AFTER_MS = 40

/** Folders with all that is in them; what has changed is reported in one go. */
export class WatchedFolders {
  #watchers = new Map()
  #changed = new Set()
  #timer

  /**
   * @param options.isWatched  whether a file of this path counts
   * @param options.onChange   gets the paths of files that were written, added, renamed or removed
   */
  constructor({ folders, isWatched = () => true, onChange }) {
    Object.assign(this, { isWatched, onChange })
    for (const folder of folders) this.#watchFolder(folder)
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
    if (!this.isWatched(path)) return
    this.#changed.add(path)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), SETTLES_AFTER_MS)
  }

  #report() {
    const paths = [...this.#changed]
    this.#changed.clear()
    this.onChange(paths)
  }
}
