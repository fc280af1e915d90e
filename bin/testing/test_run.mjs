import { mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bundleOfflineVerifier } from '../offline_verifier/bundle.mjs'
import { onEnd } from '../services/bootstrap.mjs'
import { inClone } from '../services/clone.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { AskedTests } from './asked_tests.mjs'
import { Build } from './build.mjs'
import { checks } from './checks.mjs'
import { Lane } from './lane.mjs'
import { Snapshot } from './snapshot.mjs'
import { makesManyTenants, needsServers, suites, takeNext } from './suites.mjs'
import { LANES, LONE_LANE, TestFolder } from './test_folder.mjs'
import { TestWatch } from './test_watch.mjs'
import { obtainTools } from './tools.mjs'
import { UnstableTests } from './unstable_tests.mjs'

const NEEDS = {
  browser: 'chromium',
}

/** One `npm test`: the tools, the checks, and all suites over a few sets of servers; or the tests that were asked for. */
export class TestRun {
  #lanes = []
  /** What each lane is in the middle of. */
  #underWay = new Map()
  #totals = { passed: 0, failed: 0, skipped: 0, unstable: 0 }
  #unstable = new UnstableTests()

  constructor({ progress, args }) {
    this.progress = progress
    this.asked = new AskedTests(args)
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
      await (this.asked.isSome ? this.#runAsAsked() : this.#runAll())
    } finally {
      await this.#close()
    }
    return this.#totals
  }

  async #obtainTools() {
    const { tools, reasons } = await obtainTools(this.progress)
    if (reasons.redis) throw new SentenceError(reasons.redis)
    Object.assign(this, { tools, reasons })
    await bundleOfflineVerifier()
    process.env.PATH = [process.env.PATH, inClone('tmp', 'tools', 'bin')].join(delimiter)
  }

  /** Arguments go to Japa as they are, on one set of servers if any is needed, with its output as it comes. */
  async #runAsAsked() {
    const { args, isWatched } = this.asked
    const lane = await (this.asked.needsServers ? this.#openAskedLane() : this.#emptyLane())
    const run = (some) => lane.run(some, { isShown: true, needsServers: this.asked.needsServers })
    if (!isWatched) return this.#count(await run(args))
    this.watch = new TestWatch({ asked: this.asked, progress: this.progress, run })
    await this.watch.start()
  }

  async #openAskedLane() {
    await this.#obtainTools()
    const missing = this.asked.suites.map((suite) => this.reasons[NEEDS[suite]]).find(Boolean)
    if (missing) throw new SentenceError(missing)
    return this.#openLane('lane-1')
  }

  async #runAll() {
    rmSync(this.logs, { recursive: true, force: true })
    mkdirSync(this.logs, { recursive: true })
    await this.#obtainTools()
    const queue = await suites()
    const lanes = LANES.map((name) => this.#emptyLane(name))
    const build = new Build(this.folder.at('build'))
    const env = lanes[0].environment(false)
    const { failed, lint } = await checks({ progress: this.progress, env, build })
    for (const lane of lanes) lane.build = build
    this.#count({ passed: 0, failed: failed.length, skipped: 0 })
    const linted = lint.then((name) => name && this.#countFailed())
    await this.#takeSnapshot(build)
    await Promise.all([linted, ...lanes.map((lane) => this.#work(lane, queue))])
    if (process.env.CI && this.#unstable.areFew) await this.#runAgain(lanes)
  }

  async #takeSnapshot(build) {
    const { folder, tools } = this
    this.snapshot = new Snapshot({ folder, tools })
    await this.progress.step('PostgreSQL for tests, with schemas to spare', () =>
      this.snapshot.take(build)
    )
  }

  /** A developer is told at once; CI's verdict is on the change alone. */
  async #runAgain(lanes) {
    await Promise.all(lanes.map((lane) => lane.stop()))
    const lane = await this.#openLane(LONE_LANE)
    lane.build = lanes[0].build
    const unstable = await this.#unstable.runAgain((suite, args) =>
      this.#runOf({ suite, title: `${suite} once more`, args }, lane)
    )
    this.#count({ passed: unstable, failed: -unstable, skipped: 0, unstable })
  }

  #emptyLane(name = 'lane-1') {
    const lane = new Lane({ folder: this.folder, name, tools: this.tools ?? {} })
    this.#lanes.push(lane)
    return lane
  }

  async #openLane(name) {
    const lane = this.#emptyLane(name)
    await this.progress.step(`PostgreSQL and Redis for tests, ${name}`, async () => {
      await lane.start()
    })
    return lane
  }

  async #work(lane, queue) {
    for (let part = this.#take(lane, queue); part; part = this.#take(lane, queue))
      await this.#runPart(lane, part)
  }

  #take(lane, queue) {
    this.#underWay.delete(lane)
    const part = takeNext(queue, [...this.#underWay.values()])
    if (part) this.#underWay.set(lane, part.suite)
    return part
  }

  async #runPart(lane, part) {
    const missing = this.reasons[NEEDS[part.suite]]
    if (missing) return this.#countMissing(part.title, missing)
    if (needsServers(part.suite))
      await lane.renew(makesManyTenants(part.suite) ? this.snapshot : null)
    const result = await this.#runOf(part, lane)
    this.#unstable.note(part.suite, result)
    this.#count(result)
  }

  async #runOf({ suite, title, args }, lane) {
    const log = join(this.logs, `${title.replaceAll(' ', '-')}.log`)
    const startedAt = performance.now()
    const result = await this.progress.whileRunning(`Suite ${title}`, () =>
      lane.run(args, { log, needsServers: needsServers(suite) })
    )
    this.progress.end(`Suite ${title}: ${inWords(result)}`, {
      startedAt,
      isGood: result.failed === 0,
    })
    if (result.failed > 0) this.progress.say(result.output)
    return result
  }

  #countMissing(title, reason) {
    this.progress.say(`  ✗ Suite ${title}: ${reason}`)
    this.#countFailed()
  }

  #countFailed() {
    this.#count({ passed: 0, failed: 1, skipped: 0 })
  }

  #count(result) {
    for (const name of Object.keys(this.#totals)) this.#totals[name] += result[name] ?? 0
  }

  async #abandon() {
    await this.#close()
    process.exit(this.asked.isWatched ? 0 : 1)
  }

  async #close() {
    this.watch?.close()
    await Promise.all([this.snapshot, ...this.#lanes].map((one) => one?.stop()))
    this.folder.remove()
  }
}

export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
