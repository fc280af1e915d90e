import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '#app/foundation/processes/free_port'
import { aceProcess } from '#tests/support/node_process'
import { until } from '#tests/support/until'
import { WebProcess } from '#tests/support/web_process'
import { WorkerProcess } from '#tests/support/worker_process'
import { SoakServers } from './soak_servers.js'

const SLUG = 'soaked'
const RESTART_AFTER_MS = 200
const READY_WITHIN_MS = 120_000
/** With what a process ends that is told to stop while it starts: at once, as a shell counts signals. */
const BEFORE_ITS_WORK = 128 + constants.signals.SIGTERM

type Role = 'web' | 'worker'
type Running = WebProcess | WorkerProcess

/** Two web processes and two workers under a supervisor that starts them again, and a tenant with a key and an endpoint. */
export class SoakSystem {
  #running = new Map<string, Running>()
  #all: Running[] = []
  #isOver = false
  #ports: number[] = []
  #supervisors: Promise<void>[] = []
  tenantId = ''
  key = ''
  /** Processes that ended otherwise than by our hand. */
  readonly crashes: string[] = []
  #expected = new Set<Running>()
  /** Nothing is started before. */
  #mayStart = Promise.resolve()
  #letStart = () => {}

  private constructor(readonly servers: SoakServers) {}

  static async open({ withStandby = false, withClock = false } = {}): Promise<SoakSystem> {
    const system = new SoakSystem(await SoakServers.open({ withClock }))
    if (withStandby) await system.servers.planStandby()
    await system.#prepare()
    for (const place of [0, 1]) {
      system.#ports.push(await freePort())
      system.#supervise('web', place)
      system.#supervise('worker', place)
    }
    await system.isReady()
    return system
  }

  get host(): string {
    return `${SLUG}.localhost`
  }

  get origins(): string[] {
    return this.#ports.map((port) => `http://127.0.0.1:${port}`)
  }

  /** What stays as long as none of them was started again. */
  get pids(): number[] {
    return [...this.#running.values()].map(({ pid }) => pid)
  }

  process(role: Role, place: number): Running | undefined {
    return this.#running.get(`${role} ${place}`)
  }

  /** It is started again by the supervisor. */
  async end(role: Role, place: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.process(role, place)
    if (!running) return
    this.#expected.add(running)
    running.send(signal)
    const { code } = await running.end
    if (signal === 'SIGTERM' && code !== 0 && code !== null && code !== BEFORE_ITS_WORK)
      this.crashes.push(`${role} ended with ${code} when told to stop:\n${tail(running)}`)
  }

  /** Kills every process at once. @returns what lets the supervisor start them again */
  async halt(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#mayStart = promise
    this.#letStart = resolve
    for (const running of this.#running.values()) this.#expected.add(running)
    await Promise.all([...this.#running.values()].map((running) => running.kill()))
    return resolve
  }

  /** Every event goes to the receiver from now on. */
  async listen(): Promise<void> {
    const answer = await request(`${this.origins[0]}/api/v1/webhooks`, {
      method: 'POST',
      headers: {
        'host': this.host,
        'authorization': `Bearer ${this.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url: this.servers.receiver.url, events: ['*'] }),
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 201) throw new Error(text)
  }

  async isReady(): Promise<void> {
    for (const origin of this.origins)
      await until(
        async () => (await fetch(`${origin}/internal/ready`).catch(() => null))?.status === 200,
        READY_WITHIN_MS
      )
  }

  /** Nothing that is due is left to be done, and no document waits for its seal. Evidence is looked at in turns that never end. */
  async isIdle(withinMs: number): Promise<void> {
    let left: object[] = []
    const isDone = async () => {
      left = await this.servers.query(
        `select kind, ref, tries, due_at, lease_until from cell.outbox
          where (due_at < now() + interval '1 minute' or lease_until is not null)
            and kind <> 'evidence.scrub' limit 10`
      )
      await pause(200)
      return left.length === 0
    }
    await until(isDone, withinMs).catch((cause: unknown) => {
      throw new Error(`Work is left: ${JSON.stringify(left)}`, { cause })
    })
  }

  /** The lines that any process wrote about a request. */
  logOf(requestId: string): string {
    const lines = this.#all.flatMap(({ output }) => output.split('\n'))
    return lines.filter((line) => requestId !== '' && line.includes(requestId)).join('\n')
  }

  ace(...args: string[]) {
    return aceProcess(args, this.servers.environment)
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#letStart()
    await Promise.all([...this.#running.values()].map((running) => running.kill()))
    await Promise.all(this.#supervisors)
    await this.servers.close()
  }

  async #prepare(): Promise<void> {
    await this.#done('cell:prepare')
    await this.#done('migrate')
    const owner = `--owner=o@${SLUG}.test`
    await this.#done('tenant:create', 'Soaked', `--slug=${SLUG}`, owner, '--plan=enterprise')
    const scopes = ['documents:read', 'documents:write', 'webhooks:write', 'links:read']
    const flags = scopes.map((scope) => `--scopes=${scope}`)
    const made = await this.#done('key:create', SLUG, '--environment=live', '--json', ...flags)
    this.key = JSON.parse(made.slice(made.indexOf('{'))).key
    const [{ id }] = await this.servers.query<{ id: string }>('select id from platform.tenants')
    this.tenantId = id
  }

  async #done(...args: string[]): Promise<string> {
    const { code, output } = await this.ace(...args)
    if (code !== 0) throw new Error(`${args[0]} failed:\n${output}`)
    return output
  }

  #supervise(role: Role, place: number): void {
    const supervising = async () => {
      while (!this.#isOver) {
        await this.#mayStart
        const running = await this.#start(role, place)
        this.#running.set(`${role} ${place}`, running)
        this.#all.push(running)
        if (this.#isOver) return running.kill()
        const { code, signal } = await running.end
        if (!this.#isOver && !this.#expected.has(running) && !this.#couldNotStart(running))
          this.crashes.push(`${role} ended with ${code ?? signal}:\n${tail(running)}`)
        await pause(RESTART_AFTER_MS)
      }
    }
    this.#supervisors.push(supervising())
  }

  async #start(role: Role, place: number): Promise<Running> {
    const { environment } = this.servers
    return role === 'web'
      ? WebProcess.begin(environment, this.#ports[place])
      : WorkerProcess.start(environment)
  }

  /** While PostgreSQL is away a start fails, as it should; the next one succeeds. */
  #couldNotStart({ output }: Running): boolean {
    return /ECONNREFUSED|ECONNRESET|starting up|not yet accepting|shutting down|Connection terminated|terminating connection|recovery/.test(
      output
    )
  }
}

function tail({ output }: Running): string {
  return output.split('\n').slice(-12).join('\n')
}
