import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inClone, root } from '../../../bin/services/clone.mjs'
import { attempt, run } from '../../../bin/services/command.mjs'

const PROJECT = 'countersign-trial'
const HEALTHY_WITHIN_MS = 120_000
const POLL_MS = 500
/** What the web process must not have. */
const WITHHELD = ['DATABASE_SECRET_RELAY', 'DATABASE_SECRET_MIGRATOR']
/** What a machine asks of every container, such as `--cgroups=disabled` where groups cannot be made. */
const { PODMAN_RUN_ARGS = '' } = process.env

/** The containers of compose.yaml, on the network of this machine. */
export class Containers {
  constructor({ image, folder, env, ports, log }) {
    Object.assign(this, { image, folder, env, ports, log })
    this.settings = folder.at('settings')
  }

  /** The two files of settings, as docs/deploy has them. */
  writeSettings() {
    mkdirSync(this.settings, { recursive: true })
    const entries = Object.entries(this.env)
    const write = (file, kept) => {
      const text = kept.map(([name, value]) => `${name}=${value}\n`).join('')
      writeFileSync(`${this.settings}/${file}`, text, { mode: 0o600 })
    }
    write(
      'countersign.env',
      entries.filter(([name]) => !WITHHELD.includes(name))
    )
    write(
      'worker.env',
      entries.filter(([name]) => WITHHELD.includes(name))
    )
  }

  /** A command in a container of its own. @returns what it prints */
  ace(args, env = {}) {
    const files = ['countersign.env', 'worker.env'].map((file) => `${this.settings}/${file}`)
    const how = ['--rm', '--read-only', '--tmpfs=/tmp', '--network=host', ...runArgs()]
    how.push(`--volume=${PROJECT}_state:/var/lib/countersign`)
    how.push(...files.map((file) => `--env-file=${file}`))
    how.push(...Object.keys(env).map((name) => `--env=${name}`))
    return this.#podman(['run', ...how, this.image.name, 'build/ace.js', ...args], env)
  }

  async start() {
    await this.#compose('up', '-d')
  }

  /** Asked as the image says, which a supervisor does every ten seconds. */
  async areHealthy() {
    const deadline = Date.now() + HEALTHY_WITHIN_MS
    for (const service of ['web', 'worker'])
      while (!(await this.isHealthy(service))) {
        if (Date.now() > deadline) throw new Error(await this.#lateness(service))
        await pause(POLL_MS)
      }
  }

  async isHealthy(service) {
    const { code } = await attempt('podman', ['healthcheck', 'run', nameOf(service)])
    return code === 0
  }

  /** What a program sees from within. */
  within(service, ...command) {
    return this.#podman(['exec', nameOf(service), ...command])
  }

  /** @returns how it ended */
  async stop(service) {
    await this.#podman(['stop', '--time=35', nameOf(service)])
    const code = ['--format', '{{.State.ExitCode}}', nameOf(service)]
    return Number(await this.#podman(['inspect', ...code]))
  }

  async remove() {
    await this.#compose('down', '--volumes')
  }

  #compose(...args) {
    const files = ['compose.yaml', 'tests/deploy/support/compose.host.yaml']
    const how = files.flatMap((file) => ['-f', inClone(file)])
    if (PODMAN_RUN_ARGS) how.push(`--podman-run-args=${PODMAN_RUN_ARGS}`)
    return run('podman-compose', ['-p', PROJECT, ...how, ...args], {
      cwd: root,
      log: this.log,
      env: {
        ...process.env,
        COUNTERSIGN_IMAGE: this.image.name,
        COUNTERSIGN_SETTINGS: this.settings,
        TRIAL_WEB_PORT: this.ports.web,
        TRIAL_METRICS_PORT: this.ports.metrics,
      },
    })
  }

  #podman(args, env = {}) {
    return run('podman', args, {
      cwd: root,
      log: this.log,
      isSecret: true,
      env: { ...process.env, ...env },
    })
  }

  async #lateness(service) {
    const { output } = await attempt('podman', ['logs', '--tail=20', nameOf(service)])
    return `The container of ${service} does not get healthy:\n${output}`
  }
}

function runArgs() {
  return PODMAN_RUN_ARGS.split(' ').filter(Boolean)
}

function nameOf(service) {
  return `${PROJECT}_${service}_1`
}
