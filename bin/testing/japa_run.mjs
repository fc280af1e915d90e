import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { inClone, root } from '../services/clone.mjs'
import { signalGroup } from '../services/process_ledger.mjs'

const MINUTE_MS = 60_000
/** Longer than a test takes on a machine that is slow; a soak lasts as long as it was asked to. */
const MAX_SILENCE_MS = (20 + Number(process.env.SOAK_MINUTES ?? 0)) * MINUTE_MS

/** One process of Japa. */
export class JapaRun {
  #output = ''

  /**
   * @param options.isShown whether its output appears as it comes
   * @param options.log     a file that gets its output as it comes
   * @param options.maxSilenceMs after how long without a word it is ended
   */
  constructor({ args, env, ledger, log = null, isShown = false, maxSilenceMs = MAX_SILENCE_MS }) {
    Object.assign(this, { args, env, ledger, log, isShown, maxSilenceMs })
  }

  /** @returns what it counted, and what it wrote */
  async finish() {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = (this.child = spawn(
      process.execPath,
      [this.#loader, inClone('bin', 'test.ts'), ...this.args],
      {
        cwd: root,
        env: { ...this.env, ...colour },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }
    ))
    if (child.pid) this.ledger.add({ name: 'japa', pid: child.pid })
    const timer = setTimeout(() => {
      this.#take(`\nNothing was heard for ${this.maxSilenceMs / MINUTE_MS} minutes: it was ended\n`)
      this.kill()
    }, this.maxSilenceMs)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        timer.refresh()
        this.#take(text)
      })
    const code = await new Promise((resolve) => {
      child.once('error', (error) => resolve(this.#take(`${error.stack}\n`) ?? 1))
      child.once('close', resolve)
    })
    clearTimeout(timer)
    this.ledger.remove(child.pid)
    return { ...countsIn(this.#output, code), output: this.#output }
  }

  /**
   * A build of the sources spares each process to compile them once more, and the thread of the compiler, which is asked for each module
   * of each package.
   */
  get #loader() {
    const isBuilt = Boolean(this.env.BUILD_PATH)
    return `--import=${isBuilt ? inClone('bin', 'testing', 'built_sources.mjs') : '@poppinss/ts-exec'}`
  }

  #take(text) {
    this.#output += text
    if (this.isShown) process.stdout.write(text)
    if (this.log) appendFileSync(this.log, text)
  }

  /** Ends it, and what it started in its group. */
  kill() {
    if (this.child?.exitCode === null) signalGroup(this.child.pid, 'SIGKILL')
  }
}

/**
 * The numbers in Japa's closing lines. A process that failed without counting a failure (a file that
 * does not load, a set-up that throws, a crash) counts as one.
 */
export function countsIn(output, code) {
  const line =
    stripVTControlCharacters(output)
      .match(/^\s*Tests\s{2}(.*)$/gm)
      ?.at(-1) ?? ''
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0)
  const failed = count('failed')
  return {
    passed: count('passed'),
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: count('skipped') + count('todo'),
  }
}
