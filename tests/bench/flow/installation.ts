import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { request } from 'undici'
import env from '#start/env'
import { WITHHELD_FROM_WEB } from '#app/foundation/processes/process_settings'
import type { ApiClient } from '#tests/factories/api_client'
import { program } from '#tests/support/program'
import { startApplication } from '../support/bench_application.js'
import type { Cost } from './cost.js'

const ORIGIN = `http://${env.get('HOST')}:${env.get('PORT')}`

/** Web and worker in processes of their own, as in production, with a mail server that takes all and a receiver of webhooks. */
export class Installation {
  private constructor(
    readonly client: ApiClient,
    private children: { web: ChildProcess; worker: ChildProcess },
    private completions: Map<string, (at: number) => void>
  ) {}

  static async start(): Promise<Installation> {
    await startApplication()
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _, done) => void stream.resume().on('end', () => done()),
    })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const completions = new Map<string, (at: number) => void>()
    const hookUrl = await listen(completions)
    const settings = {
      NODE_ENV: 'production',
      DATABASE_ADMIN_URL: '',
      LOG_LEVEL: 'error',
      SMTP_PORT: String((smtp.server.address() as AddressInfo).port),
    }
    const web = start(program('bin/server'), { ...settings, ...WITHHELD_FROM_WEB })
    const worker = start([...program('bin/console'), 'worker'], settings)
    await untilReady()
    const client = await newClient()
    const made = await client.post('/api/v1/webhooks', {
      url: hookUrl,
      events: ['document.completed'],
    })
    if (made.status !== 201) throw new Error(made.text)
    return new Installation(client, { web, worker }, completions)
  }

  get pids(): { web: number; worker: number } {
    const { web, worker } = this.children
    return { web: web.pid ?? 0, worker: worker.pid ?? 0 }
  }

  /** From now on. */
  async cost(): Promise<Cost> {
    const { Cost } = await import('./cost.js')
    return Cost.begin(this.pids)
  }

  /** Until it is released, for less than a lease lasts. */
  holdWorker(): void {
    this.children.worker.kill('SIGSTOP')
  }

  releaseWorker(): void {
    this.children.worker.kill('SIGCONT')
  }

  /** Nothing that is due is left to be done. */
  async isIdle(): Promise<void> {
    const { dueWork } = await import('../support/due_work.js')
    while ((await dueWork()) > 0) await pause(50)
  }

  /** Resolves with the moment at which `document.completed` of this document arrives. */
  completionOf(documentId: string): Promise<number> {
    return new Promise((resolve) => this.completions.set(documentId, resolve))
  }

  /** A GET as a signer's browser makes it. */
  async visit(path: string): Promise<void> {
    const answer = await request(ORIGIN + path, { headers: { host: this.client.host } })
    await answer.body.dump({ limit: Infinity })
    if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode}`)
  }

  async call(path: string, body: string, type: string): Promise<void> {
    const headers = {
      'host': this.client.host,
      'content-type': type,
      'sec-fetch-site': 'same-origin',
    }
    const answer = await request(ORIGIN + path, { method: 'POST', headers, body })
    const text = await answer.body.text()
    if (answer.statusCode >= 400)
      throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
  }

  /**
   * How long other callers wait, one reading a document every 5 ms while `work` runs, with its key checked and its rows read.
   *
   * @returns the longest wait in ms
   */
  async longestWait(documentId: string, work: () => Promise<unknown>): Promise<number> {
    let isOver = false
    let longest = 0
    const probe = async () => {
      while (!isOver) {
        const from = performance.now()
        const { status } = await this.client.get(`/api/v1/documents/${documentId}`)
        if (status !== 200) throw new Error(`A reader was answered ${status}`)
        longest = Math.max(longest, performance.now() - from)
        await pause(5)
      }
    }
    const probing = probe()
    await work()
    isOver = true
    await probing
    return longest
  }

  async stop(): Promise<void> {
    for (const child of Object.values(this.children)) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
  }
}

async function newClient(): Promise<ApiClient> {
  const { ApiClient } = await import('#tests/factories/api_client')
  const { benchPlan, tenantMaker } = await import('../tenants/callers.js')
  await benchPlan()
  return ApiClient.of(await tenantMaker()(), 'live')
}

function start(args: string[], settings: Record<string, string>): ChildProcess {
  const { PROF } = process.env
  const profiling = PROF ? ['--cpu-prof', `--cpu-prof-dir=${PROF}`] : []
  const child = spawn(process.execPath, [...profiling, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  return child
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await request(`${ORIGIN}/internal/ready`).catch(() => null)
    if (answer?.statusCode === 200) return void (await answer.body.dump())
    await pause(100)
  }
  throw new Error('The web process does not get ready')
}

async function listen(completions: Map<string, (at: number) => void>): Promise<string> {
  const server = createServer((message, answer) => void receive(message, answer, completions))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function receive(
  message: IncomingMessage,
  answer: ServerResponse,
  completions: Map<string, (at: number) => void>
) {
  const at = performance.now()
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  answer.end()
  const { data } = JSON.parse(Buffer.concat(chunks).toString())
  completions.get(data.documentId)?.(at)
  completions.delete(data.documentId)
}
