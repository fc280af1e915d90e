import { spawn } from 'node:child_process'
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ranksFromTop, signalGroup } from './process_ledger.mjs'

const GRACE_MS = 10_000
const RESTART_AFTER_MS = 500
const STEADY_AFTER_MS = 15_000
const MAX_HASTY_DEATHS = 3
const TAIL_LINES = 15

/** The children of a run: each in a process group of its own, its output in a log, ended in reverse order. */
export class Processes {
  #children = []
  #isStopping = false

  constructor({ logs, ledger, onLost = () => {}, onRestart = () => {} }) {
    this.logs = logs
    this.ledger = ledger
    this.onLost = onLost
    this.onRestart = onRestart
    mkdirSync(logs, { recursive: true })
  }

  /**
   * @param options.user  {uid, gid} to run as, when this process is root
   * @param options.rank  children of a higher rank are ended first, those of one rank together
   * @param options.keep  start it again when it dies, as a production supervisor does
   * @param options.onMessage  hears what it sends; `child.send` speaks to it
   * @param options.onCrash  called when it dies; call `restart` to start it again
   */
  start(name, command, args, options = {}) {
    if (this.#isStopping) throw new Error(`${name} is not started any more`)
    const child = new Child({ name, command, args, options, log: join(this.logs, `${name}.log`) })
    this.#children.push(child)
    this.#launch(child, 'w')
    return child
  }

  /** Ends everything, rank by rank; what does not end within its grace time is killed. */
  async stop() {
    this.#isStopping = true
    for (const rank of ranksFromTop(this.#children)) {
      const ofRank = this.#children.filter((child) => child.rank === rank)
      await Promise.all(ofRank.map((child) => child.stop()))
    }
    for (const { pid } of this.#children) this.ledger?.remove(pid)
  }

  /** Ends the child and starts it again. What asks meanwhile gets the same new start. */
  async restart(child) {
    if (this.#isStopping || child.isRestarting) return
    child.isRestarting = true
    await child.end()
    child.isRestarting = false
    if (!this.#isStopping) this.#launch(child, 'a')
  }

  killNow() {
    for (const child of this.#children) child.signal('SIGKILL')
  }

  #launch(child, flags) {
    child.launch(flags)
    if (child.pid) this.ledger?.add(child)
    const { pid } = child
    child.exited.then(() => this.#ended(child, pid))
  }

  #ended(child, pid) {
    if (this.#isStopping) return
    this.ledger?.remove(pid)
    if (child.isStopped || child.isRestarting || !child.isSettled) return
    if (child.options.onCrash) return child.options.onCrash(child)
    if (!child.mayRestart()) return this.onLost(child)
    this.onRestart(child)
    setTimeout(() => this.#isStopping || this.#launch(child, 'a'), RESTART_AFTER_MS)
  }
}

class Child {
  #process
  #hastyDeaths = 0
  isStopped = false
  isSettled = false
  isRestarting = false

  constructor({ name, command, args, options, log }) {
    Object.assign(this, { name, command, args, options, log })
    this.rank = options.rank ?? 0
    this.stopSignal = options.stopSignal ?? 'SIGTERM'
  }

  launch(flags) {
    const { env, cwd, user, onMessage } = this.options
    const log = openSync(this.log, flags, 0o600)
    this.startedAt = Date.now()
    this.outcome = null
    this.#process = spawn(this.command, this.args, {
      env,
      cwd,
      ...user,
      detached: true, // own process group: a Ctrl-C reaches us alone, and we end the others in order
      stdio: ['ignore', log, log, ...(onMessage ? ['ipc'] : [])],
    })
    if (onMessage) this.#process.on('message', (message) => onMessage(this, message))
    closeSync(log)
    this.exited = new Promise((resolve) => {
      this.#process.once('error', (error) => resolve((this.outcome = error.message)))
      this.#process.once('exit', (code, signal) => {
        resolve((this.outcome = signal ? `was killed (${signal})` : `ended with code ${code}`))
      })
    })
  }

  get pid() {
    return this.#process.pid
  }

  get isRunning() {
    return this.outcome === null
  }

  send(message) {
    if (this.#process.connected) this.#process.send(message, () => {}) // it may be ending just now
  }

  /** From now on its end counts as a crash; until then its starter watches it. */
  settle() {
    this.isSettled = true
  }

  mayRestart() {
    if (!this.options.keep) return false
    const wasSteady = Date.now() - this.startedAt > STEADY_AFTER_MS
    this.#hastyDeaths = wasSteady ? 0 : this.#hastyDeaths + 1
    return this.#hastyDeaths < MAX_HASTY_DEATHS
  }

  signal(name) {
    if (this.isRunning && this.pid) signalGroup(this.pid, name)
  }

  async stop() {
    this.isStopped = true
    await this.end()
  }

  async end() {
    if (!this.isRunning) return
    this.signal(this.stopSignal)
    const timer = setTimeout(() => this.signal('SIGKILL'), this.options.graceMs ?? GRACE_MS)
    await this.exited
    clearTimeout(timer)
  }

  /** The last lines it wrote, for a message that explains its death. */
  tail() {
    try {
      return readFileSync(this.log, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
    } catch {
      return ''
    }
  }
}
