import { EventEmitter } from 'node:events'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { placeFor } from './contract.js'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** In the order in which they sign. */
export const ROLES = {
  buyer: 'Buyer',
  seller: 'Seller',
  buyer_agent: 'Buyer’s agent',
  seller_agent: 'Seller’s agent',
}

/** Starts, follows, catches up with and completes transactions. Emits `changed`, so that open pages refresh. */
export class Sales extends EventEmitter {
  #underway = new Set()

  constructor({ settings, store, service }) {
    super()
    this.setMaxListeners(0)
    Object.assign(this, { settings, store, service })
  }

  start(wanted) {
    const id = randomUUID()
    // anyone who knows this address can read the contract, so it cannot be guessed
    this.store.add({ ...wanted, id, contract: randomBytes(24).toString('hex') })
    this.persist(`send ${id}`, () => this.#send(id))
    return id
  }

  /** Takes an event from a webhook or from the list of events. */
  receive(event, cameBy) {
    const id = this.store.takeIn(event, cameBy)
    if (id === null) return
    this.emit('changed')
    if (event.event === 'document.completed')
      this.persist(`fetch ${id}`, () => this.#fetchSealed(id))
  }

  /** Whatever happened while nobody listened: from where we stopped reading, to the end. */
  async catchUp() {
    for (;;) {
      const { data, nextCursor, hasMore } = await this.service.events(this.store.cursor)
      for (const event of data) this.receive(event, 'events')
      this.store.cursor = nextCursor
      if (!hasMore) return
    }
  }

  /** What an earlier process of this app began and did not finish. */
  resume() {
    for (const id of this.store.unsent()) this.persist(`send ${id}`, () => this.#send(id))
    for (const id of this.store.unfetched())
      this.persist(`fetch ${id}`, () => this.#fetchSealed(id))
  }

  async #send(id) {
    const transaction = this.store.find(id)
    try {
      const { documentId } = await this.service.send(this.#order(transaction), { once: id })
      this.store.sent(id, documentId)
    } catch (error) {
      if (!error.isFinal) throw error
      this.store.refused(id, error.message)
    }
    this.emit('changed')
  }

  #order({ id, contract, address, parties }) {
    return {
      documentUrl: `${this.settings.ownUrl}/contracts/${contract}.pdf`,
      title: `Contract of sale, ${address}`,
      message: 'Please read and sign the contract of sale.',
      metadata: { transaction: id },
      signers: parties.map(({ role, place, name, email }) => ({
        key: role,
        order: place,
        name,
        email,
        fields: placeFor(place),
      })),
    }
  }

  async #fetchSealed(id) {
    if (this.store.sealed(id)) return
    this.store.keepSealed(id, await this.service.sealedPdf(this.store.find(id).document_id))
    this.emit('changed')
  }

  /** Tries until it works, ever more rarely: the service may be away for a while. What is being tried already is not begun twice. */
  async persist(name, work) {
    if (this.#underway.has(name)) return
    this.#underway.add(name)
    let pauseMs = FIRST_PAUSE_MS
    while (!(await this.#works(work))) {
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    }
    this.#underway.delete(name)
  }

  async #works(work) {
    try {
      await work()
      return true
    } catch (error) {
      console.error(error.message)
      return false
    }
  }
}
