import { globSync } from 'node:fs'
import { SentenceError } from '../services/sentence_error.mjs'
import { root } from '../services/clone.mjs'
import { declaredSuites, needsServers } from './suites.mjs'

/** What `npm test` was asked for: suites by their names, files by the ends of their paths, and whether to watch. */
export class AskedTests {
  constructor(args) {
    this.isWatched = args.includes('--watch')
    this.args = args.filter((arg) => arg !== '--watch')
    const flags = this.args.findIndex((arg) => arg.startsWith('-'))
    this.suites = flags === -1 ? this.args : this.args.slice(0, flags)
    if (this.isWatched && this.suites.length === 0)
      throw new SentenceError('Name the suite to watch: `npm test -- unit --watch`.')
  }

  /** Whether anything was named; if not, everything is meant. */
  get isSome() {
    return this.args.length > 0
  }

  get needsServers() {
    return this.suites.length === 0 || this.suites.some(needsServers)
  }

  /** The spec files that Japa will choose, relative to the clone. */
  async files() {
    const declared = (await declaredSuites()).filter(({ name }) => this.suites.includes(name))
    const all = declared.flatMap(({ files }) => globSync([files].flat(), { cwd: root }))
    const ends = this.args.flatMap((arg, place) =>
      arg === '--files' ? [this.args[place + 1]] : arg.startsWith('--files=') ? [arg.slice(8)] : []
    )
    return ends.length === 0 ? all : all.filter((file) => ends.some((end) => isNamed(file, end)))
  }

  /** The same question about these files alone. */
  argsFor(files) {
    const others = this.args.filter(
      (arg, place) => !arg.startsWith('--files') && this.args[place - 1] !== '--files'
    )
    return [...others, ...files.flatMap((file) => ['--files', file])]
  }
}

/** Japa's own rule: the end of the path, or the end of each of its last segments, of which `*` is any. */
function isNamed(file, end) {
  if (`/${file}`.endsWith(end)) return true
  const segments = file
    .replace(/\.spec\.ts$/, '')
    .split('/')
    .reverse()
  return end
    .split('/')
    .reverse()
    .every((part, place) => part === '*' || segments[place]?.endsWith(part))
}
