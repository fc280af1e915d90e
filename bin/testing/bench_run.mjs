import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { delimiter } from 'node:path'
import { bundleOfflineVerifier } from '../offline_verifier/bundle.mjs'
import { onEnd } from '../services/bootstrap.mjs'
import { inClone, root } from '../services/clone.mjs'
import { run } from '../services/command.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { Build } from './build.mjs'
import { Lane } from './lane.mjs'
import { TestFolder } from './test_folder.mjs'
import { obtainTools } from './tools.mjs'

/** A bench is a program that says in its head how it is started. */
const STARTED_BY = / \* +npm run bench -- (\S+)/

/** What decides how much a figure is worth, shown beside it. */
const SETTINGS = [
  ...['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'wal_level'],
  ...['shared_buffers', 'max_wal_size', 'checkpoint_timeout'],
]

/** `npm run bench -- NAME`: the compiled application on a durable PostgreSQL and Redis, and one bench against it. */
export class BenchRun {
  constructor({ progress, name, args }) {
    Object.assign(this, { progress, name, args })
  }

  /** @returns the exit code of the bench */
  async run() {
    const file = benches().get(this.name)
    if (!file) throw new SentenceError(usage(this.name))
    const parent = inClone('tmp', 'bench')
    await TestFolder.tidy(parent)
    this.folder = TestFolder.claim(parent)
    onEnd(
      () => this.#close().then(() => process.exit(1)),
      () => process.exit(1)
    )
    try {
      await this.#prepare()
      return await this.#measure(file)
    } finally {
      await this.#close()
    }
  }

  async #prepare() {
    const { tools, reasons } = await obtainTools(this.progress)
    if (reasons.redis) throw new SentenceError(reasons.redis)
    process.env.PATH = [process.env.PATH, inClone('tmp', 'tools', 'bin')].join(delimiter)
    this.lane = new Lane({ folder: this.folder, name: 'lane-1', tools, isDurable: true })
    const build = new Build(this.folder.at('build'))
    await this.progress.step('PostgreSQL and Redis, durable', async () => {
      await this.lane.start()
    })
    await this.progress.step('Build', async () => {
      await bundleOfflineVerifier()
      await run(process.execPath, build.compiler, { cwd: root })
      build.complete()
    })
    this.lane.build = build
  }

  async #measure(file) {
    this.progress.say(`\n${await this.#conditions()}\n`)
    const before = processorTimes()
    const code = await this.#start(file)
    this.progress.say(`\n${lost(before, processorTimes())}`)
    return code
  }

  #start(file) {
    const child = spawn(
      process.execPath,
      ['--import=@poppinss/ts-exec', inClone(file), ...this.args],
      { cwd: root, env: this.lane.environment(), stdio: 'inherit', detached: true }
    )
    this.folder.ledger.add({ name: 'bench', pid: child.pid })
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 1))
    })
  }

  async #conditions() {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: this.lane.postgres.adminUrl })
    await client.connect()
    const { rows } = await client.query(
      `select name, current_setting(name) as value from unnest($1::text[]) name`,
      [SETTINGS]
    )
    const { server_version: version } = (await client.query('show server_version')).rows[0]
    await client.end()
    const settings = rows.map(({ name, value }) => `${name} ${value}`).join(', ')
    const [load] = loadavg()
    return [
      `${availableParallelism()} × ${cpus()[0].model}, load ${load.toFixed(1)}, Node ${process.version}`,
      `PostgreSQL ${version}: ${settings}`,
      'Redis: appendonly yes, appendfsync everysec',
    ].join('\n')
  }

  async #close() {
    await this.lane?.stop()
    this.folder.remove()
  }
}

/** Names as they are typed, and their files. */
function benches() {
  const files = globSync('tests/bench/**/*.{ts,mjs}', { cwd: root }).sort()
  const named = files.map((file) => [
    STARTED_BY.exec(readFileSync(inClone(file), 'utf8'))?.[1],
    file,
  ])
  return new Map(named.filter(([name]) => name))
}

function usage(name) {
  const known = [...benches().keys()].map((bench) => `  ${bench}`).join('\n')
  return `${name ? `No bench is called ${name}.` : 'Name a bench:'}\n\n  npm run bench -- NAME [ARGUMENTS]\n\n${known}`
}

/** Hundredths of a second since boot: all of them, and those that the host gave to others. */
function processorTimes() {
  const [line] = readFileSync('/proc/stat', 'utf8').split('\n')
  const times = line.split(/\s+/).slice(1, 9).map(Number)
  return { all: times.reduce((sum, time) => sum + time, 0), idle: times[3], stolen: times[7] }
}

function lost(before, after) {
  const share = (name) => ((after[name] - before[name]) / (after.all - before.all)) * 100
  return `Processors meanwhile: ${share('idle').toFixed(0)} % idle, ${share('stolen').toFixed(1)} % stolen by the host.`
}
