import { appendFileSync, chmodSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inClone } from '../services/clone.mjs'
import { SentenceError } from '../services/sentence_error.mjs'
import { localRequest } from './local_request.mjs'

const HOST = '127.0.0.1'
const READY_WITHIN_MS = 30_000
const RETRY_MS = 50
const RANK = 2 // ended before what it talks to

/** The example in docs/examples/transactions: somebody else's program, which sends contracts through the first tenant's sandbox. */
export class Transactions {
  constructor({ folder, processes, port, database }) {
    Object.assign(this, { processes, port })
    this.url = `http://${HOST}:${port}`
    this.database = folder.at(`transactions-${database}.sqlite`)
  }

  /** @param connection  what Integrations shows once: address, key and secret */
  async start({ url, key, webhookSecret }) {
    const env = {
      PATH: process.env.PATH,
      HOST,
      PORT: String(this.port),
      DATABASE: this.database,
      SIGNATURES_URL: url,
      SIGNATURES_KEY: key,
      SIGNATURES_WEBHOOK_SECRET: webhookSecret,
    }
    this.#keepToOurselves()
    const file = inClone('docs', 'examples', 'transactions', 'server.js')
    const options = { env, rank: RANK, keep: true }
    this.child = this.processes.start('transactions', process.execPath, [file], options)
    await this.#untilReady()
    this.child.settle()
  }

  /** Contracts and their links stand in its database: SQLite gives the files beside it the same mode. */
  #keepToOurselves() {
    appendFileSync(this.database, '')
    chmodSync(this.database, 0o600)
  }

  async #untilReady() {
    const deadline = Date.now() + READY_WITHIN_MS
    for (;;) {
      const answer = await localRequest({ url: this.url, timeoutMs: 5_000 }).catch(() => null)
      if (answer?.status === 200) return
      if (!this.child.isRunning || Date.now() > deadline)
        throw new SentenceError(`The transactions process does not answer.\n${this.child.tail()}`)
      await pause(RETRY_MS)
    }
  }
}
