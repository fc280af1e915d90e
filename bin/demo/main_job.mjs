import { setTimeout as pause } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { Api } from './api.mjs'
import { fieldsFor, sampleContract } from './sample_contract.mjs'

const ARRIVES_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 50

const TITLE = 'Consulting agreement'
const MESSAGE = 'Please read and sign our agreement. It takes two minutes.'
const SIGNERS = [
  { name: 'Ada Lovelace', email: 'ada@example.com', fields: fieldsFor(0) },
  { name: 'Grace Hopper', email: 'grace@example.com', fields: fieldsFor(1) },
]

/** What the product is for, done once: a contract goes to two signers, and a subscriber hears of it. */
export class MainJob {
  constructor({ tenant, folder, mail, hooks, database }) {
    Object.assign(this, { tenant, folder, mail, hooks, database })
    this.api = new Api({ url: tenant.url, key: tenant.liveKey })
    this.sample = folder.at('sample.pdf')
  }

  async run() {
    await this.#subscribe()
    await this.#send()
    this.hasArrived = await this.#arrives()
  }

  get signingUrls() {
    return this.document.signerLinks.map((link) => link.url)
  }

  /** Once per database and address of the receiver; the secret is shown at creation only, so it is kept. */
  async #subscribe() {
    const kept = this.folder.read('webhooks.json')
    const before = kept[this.database]
    if (before) this.hooks.trust(before.secret)
    if (before?.url === this.#hookUrl) return
    const { id, url, secret } = await this.api.post('/webhooks', {
      url: this.#hookUrl,
      events: ['*'],
    })
    this.hooks.trust(secret)
    this.folder.write('webhooks.json', { ...kept, [this.database]: { id, url, secret } })
    if (before) await this.api.delete(`/webhooks/${before.id}`).catch(() => {}) // nobody listens there any more
  }

  async #send() {
    const pdf = await sampleContract()
    writeFileSync(this.sample, pdf)
    const form = new FormData()
    form.set('title', TITLE)
    form.set('message', MESSAGE)
    form.set('signers', JSON.stringify(SIGNERS))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'consulting-agreement.pdf')
    this.document = await this.api.postForm('/documents', form)
  }

  /** Whether both invitations and the signed webhook have come in. */
  async #arrives() {
    const deadline = Date.now() + ARRIVES_WITHIN_MS
    while (Date.now() < deadline) {
      if (this.#isInvited && this.#isTold) return true
      await pause(LOOK_EVERY_MS)
    }
    return false
  }

  get #hookUrl() {
    return `${this.hooks.url}/`
  }

  get #isInvited() {
    return this.signingUrls.every((url) =>
      this.mail.messages.some((message) => message.links.includes(url))
    )
  }

  get #isTold() {
    return this.hooks.calls.some(
      (call) =>
        call.event === 'document.sent' &&
        call.documentId === this.document.id &&
        call.signature === 'valid'
    )
  }
}

/** The same job for a person to paste into a terminal. */
export function curlFor({ tenant, sample }) {
  const signers = [
    { name: 'Alan Turing', email: 'alan@example.com', fields: fieldsFor(0).slice(0, 1) },
  ]
  return [
    `curl -sS ${tenant.url}/api/v1/documents \\`,
    `  -H 'Authorization: Bearer ${tenant.liveKey}' \\`,
    `  -F title='Another agreement' \\`,
    `  -F 'file=@${sample};type=application/pdf' \\`,
    `  -F 'signers=${JSON.stringify(signers)}'`,
  ].join('\n')
}
