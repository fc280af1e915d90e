import { webEnvironment, workerEnvironment } from '../../../bin/demo/environment.mjs'
import { freePort } from '../../../bin/services/ports.mjs'

const GRACE_MS = 40_000
/** Ended before PostgreSQL and Redis. */
const RANK = 1

/** Web and worker of several releases at once, each called by its release: `previous web`. */
export class ReleaseProcesses {
  #running = new Map()

  /** @param options.envOf  the settings of a release */
  constructor({ processes, balancer, figures, envOf }) {
    Object.assign(this, { processes, balancer, figures, envOf })
  }

  /** Resolves once it gets requests. */
  async startWeb(release) {
    const port = await freePort()
    const name = `${release.name} web`
    const env = { ...webEnvironment(this.envOf(release)), PORT: port }
    this.#start(name, release.program('bin/server.js'), env)
    await this.balancer.add(name, port)
  }

  startWorker(release) {
    const env = workerEnvironment(this.envOf(release))
    this.#start(`${release.name} worker`, release.program('ace.js', 'worker'), env)
  }

  async stop(name) {
    const child = this.#running.get(name)
    await child.stop()
    if (child.outcome !== 'ended with code 0') this.figures.fail(`${name} ${child.outcome}`)
  }

  #start(name, { command, args, cwd }, env) {
    const options = { cwd, env, rank: RANK, graceMs: GRACE_MS }
    const child = this.processes.start(name.replaceAll(' ', '-'), command, args, options)
    child.settle()
    this.#running.set(name, child)
  }
}
