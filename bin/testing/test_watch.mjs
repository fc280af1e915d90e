import { extname, relative } from 'node:path'
import { inClone, root } from '../services/clone.mjs'
import { WatchedFolders } from '../services/watched_folders.mjs'
import { ImportGraph } from './import_graph.mjs'

const WATCHED = ['app', 'bin', 'config', 'database', 'docs', 'resources', 'start', 'tests']
/** What imports lead to; whatever else changes may matter to any test. */
const IMPORTED = '.ts'
const KINDS = [IMPORTED, '.mjs', '.js', '.json', '.edge', '.css', '.sql', '.md']
const EVERYTHING = 'everything'

/** Runs tests again as files are saved: the specs that import what has changed, or all that were asked for. */
export class TestWatch {
  #graph = new ImportGraph()
  #changed = new Set()
  #isRunning = false

  /** @param options.run  runs Japa with arguments, and resolves at its end */
  constructor({ asked, progress, run }) {
    Object.assign(this, { asked, progress, run })
  }

  /** Lasts until the process is asked to end. */
  start() {
    this.folders = new WatchedFolders({
      folders: WATCHED.map((folder) => inClone(folder)),
      isWatched: (path) => KINDS.includes(extname(path)),
      onChange: (paths) => this.#note(paths.map((path) => relative(root, path))),
    })
    process.stdin.on('data', () => this.#note([EVERYTHING]))
    this.#note([EVERYTHING])
    return new Promise(() => {})
  }

  close() {
    this.folders?.close()
    process.stdin.pause()
  }

  #note(paths) {
    for (const path of paths) this.#changed.add(path)
    if (!this.#isRunning) void this.#work()
  }

  async #work() {
    this.#isRunning = true
    while (this.#changed.size > 0) {
      const paths = [...this.#changed]
      this.#changed.clear()
      const args = await this.#argsAfter(paths)
      if (args) await this.run(args)
      else this.progress.say(`\nNo test asked for imports ${paths.join(', ')}.`)
    }
    this.#isRunning = false
    this.progress.say('\nWaiting for changes. Enter runs everything asked for, Ctrl-C ends.')
  }

  async #argsAfter(paths) {
    if (paths.some((path) => extname(path) !== IMPORTED)) return this.asked.args
    const touched = this.#graph.withDependents(paths)
    const files = (await this.asked.files()).filter((file) => touched.has(file))
    return files.length > 0 ? this.asked.argsFor(files) : null
  }
}
