import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { inClone, root } from './clone.mjs'
import { run } from './command.mjs'
import { SentenceError } from './sentence_error.mjs'

/**
 * The npm packages that package-lock.json names. This runs on the machine's own Node, so with
 * built-ins alone.
 */
export class NodePackages {
  constructor({ log }) {
    this.log = log
    this.node = inClone('node_modules', 'node', 'bin', 'node')
  }

  /** Whether every package is there in the version that the lock names; those for other machines aside. */
  get isComplete() {
    const wanted = packagesOf(inClone('package-lock.json'))
    const found = packagesOf(inClone('node_modules', '.package-lock.json'))
    if (!wanted || !found || !existsSync(this.node)) return false
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        path === '' || link || (optional && !found[path]) || found[path]?.version === version
    )
  }

  async install() {
    await this.#npm('ci', '--no-audit', '--no-fund')
    // an npm that runs install scripts only when told leaves Node's package without its program
    if (!existsSync(this.node)) await this.#npm('rebuild', 'node', '--foreground-scripts')
    if (existsSync(this.node)) return
    throw new SentenceError(
      'npm installed the package `node`, but not its program. ' +
        'Check that npm may run install scripts (`npm config get ignore-scripts`), or use Node 24.'
    )
  }

  /** npm as it was called, on the Node it was called with: the one in node_modules is about to be replaced. */
  #npm(...args) {
    const { npm_execpath: script, npm_node_execpath: node } = process.env
    const own = node && !node.startsWith(inClone('node_modules')) ? node : 'node'
    const [command, before] = script ? [own, [script]] : ['npm', []]
    return run(command, [...before, ...args], {
      cwd: root,
      env: outsideEnvironment(),
      log: this.log,
    })
  }
}

/** The environment without this clone's programs first in PATH, and without what `npm run` sets. */
export function outsideEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)/.test(name))
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inClone('node_modules')))
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) }
}

/** The environment in which `node` is Node 24, and the packages' commands are at hand. */
export function insideEnvironment(node) {
  const folders = [dirname(node), inClone('node_modules', '.bin')]
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) }
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
