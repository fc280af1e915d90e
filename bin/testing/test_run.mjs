import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onEnd } from '../services/bootstrap.mjs'
import { inClone } from '../services/clone.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { Build } from './build.mjs'
import { checks } from './checks.mjs'
import { Lane } from './lane.mjs'
import { suites } from './suites.mjs'
import { TestFolder } from './test_folder.mjs'
import { obtainTools } from './tools.mjs'

const NEEDS = {
  browser: 'chromium',
}

/** One more than the cores of a small machine: what waits for a page, a process or a clock leaves them free. */
const LANES = ['lane-1', 'lane-2', 'lane-3']

/** One `npm test`: the tools, the checks, and all suites over a few sets of servers. */
export class TestRun {
  #lanes = []
  #totals = { passed: 0, failed: 0, skipped: 0 }

  constructor({ progress, args }) {
    Object.assign(this, { progress, args })
    this.logs = inClone('tmp', 'test', 'logs')
  }

  async run() {
    const parent = inClone('tmp', 'test')
    await TestFolder.tidy(parent)
    this.folder = TestFolder.claim(parent)
    onEnd(
      () => this.#abandon(),
      () => process.exit(1)
    )
    try {
      await this.#prepare()
      await (this.args.length > 0 ? this.#runAsAsked() : this.#runAll())
    } finally {
      await this.#close()
    }
    return this.#totals
  }

  async #prepare() {
    const { tools, reasons } = await obtainTools(this.progress)
    if (reasons.redis) throw new SentenceError(reasons.redis)
    Object.assign(this, { tools, reasons })
    process.env.PATH = [process.env.PATH, inClone('tmp', 'tools', 'bin')].join(delimiter)
  }

  /** Arguments go to Japa as they are, on one set of servers, with its output as it comes. */
  async #runAsAsked() {
    const missing = this.args.map((arg) => this.reasons[NEEDS[arg]]).find(Boolean)
    if (missing) throw new SentenceError(missing)
    const lane = await this.#openLane('lane-1')
    this.#count(await lane.run(this.args, { isShown: true }))
  }

  async #runAll() {
    rmSync(this.logs, { recursive: true, force: true })
    mkdirSync(this.logs, { recursive: true })
    const queue = await suites()
    const lanes = await Promise.all(LANES.map((name) => this.#openLane(name)))
    const build = new Build(this.folder.at('build'))
    const env = lanes[0].environment()
    const failedChecks = await checks({ progress: this.progress, env, build })
    for (const lane of lanes) lane.build = build
    this.#count({ passed: 0, failed: failedChecks.length, skipped: 0 })
    await Promise.all(lanes.map((lane) => this.#work(lane, queue)))
  }

  async #openLane(name) {
    const lane = new Lane({ folder: this.folder, name, tools: this.tools })
    this.#lanes.push(lane)
    await this.progress.step(`PostgreSQL and Redis for tests, ${name}`, async () => {
      await lane.start()
    })
    return lane
  }

  async #work(lane, queue) {
    for (let part = queue.shift(); part; part = queue.shift()) await this.#runPart(lane, part)
  }

  async #runPart(lane, { suite, title, args }) {
    const missing = this.reasons[NEEDS[suite]]
    if (missing) return this.#countMissing(title, missing)
    const log = join(this.logs, `${title.replaceAll(' ', '-')}.log`)
    const startedAt = performance.now()
    const result = await this.progress.whileRunning(`Suite ${title}`, () => lane.run(args, { log }))
    this.progress.end(`Suite ${title}: ${inWords(result)}`, {
      startedAt,
      isGood: result.failed === 0,
    })
    if (result.failed > 0) this.progress.say(result.output)
    this.#count(result)
  }

  #countMissing(title, reason) {
    this.progress.say(`  ✗ Suite ${title}: ${reason}`)
    this.#count({ passed: 0, failed: 1, skipped: 0 })
  }

  #count(result) {
    for (const name of Object.keys(this.#totals)) this.#totals[name] += result[name]
  }

  async #abandon() {
    await this.#close()
    process.exit(1)
  }

  async #close() {
    await Promise.all(this.#lanes.map((lane) => lane.stop()))
    this.folder.remove()
  }
}

export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
