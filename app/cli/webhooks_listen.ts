import { BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { Secret } from '@adonisjs/core/helpers'
import { EndpointSecret } from '#app/webhooks/endpoint_secret'
import { EventFeed } from './_event_feed.js'
import { Forwarding } from './_forwarding.js'
import { refusalsAsSentences } from './_refusals.js'

export default class WebhooksListen extends BaseCommand {
  static commandName = 'webhooks:listen'
  static description = 'Print what happens in a sandbox, and pass it on to a server at hand'
  static help = [
    'A server on a laptop cannot be reached by webhooks. This asks the API instead, and posts each event to it as a delivery would be.',
    '{{ binaryName }} webhooks:listen --url https://sign.example --key svc_test_… --forward http://localhost:3000/hooks',
    'The key may also stand in the variable API_KEY. Ctrl-C ends it.',
  ]

  @flags.string({ description: 'Where the dashboard is: https://…' })
  declare url: string

  @flags.string({ description: 'A test key that may read webhooks; API_KEY when left out' })
  declare key: string

  @flags.string({ description: 'Where events are posted to' })
  declare forward?: string

  @flags.string({ description: 'What to sign with; a new secret when left out' })
  declare secret?: string

  async run() {
    const url = webAddress('--url', this.url)
    const key = testKey(this.key ?? process.env.API_KEY)
    const forward = this.forward === undefined ? null : webAddress('--forward', this.forward)
    const secret = signingSecret(this.secret)
    if (forward) this.logger.log(`Posting to ${forward}, signed with ${secret.release()}`)
    const forwarding = forward === null ? null : new Forwarding(forward, secret)
    await this.#listen(new EventFeed(url, key, this.#interruption()), forwarding)
  }

  async completed(): Promise<boolean> {
    return refusalsAsSentences(this)
  }

  async #listen(feed: EventFeed, forwarding: Forwarding | null): Promise<void> {
    this.logger.log('Listening. Ctrl-C ends it.')
    try {
      for await (const event of feed.events()) {
        const outcome = forwarding ? ` → ${await forwarding.forward(event)}` : ''
        this.logger.log(`${event.event} ${event.id}${outcome}`)
      }
    } catch (error) {
      if (!isInterruption(error)) throw error
    }
  }

  #interruption(): AbortSignal {
    const controller = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => controller.abort())
    return controller.signal
  }
}

function webAddress(flag: string, value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw refusal(`${flag} is to be an address that begins with https:// or http://`)
  return url.href
}

function testKey(value: unknown): string {
  if (typeof value === 'string' && /^svc_test_\w+$/.test(value)) return value
  throw refusal('A test key is wanted, which begins with svc_test_: by --key or in API_KEY')
}

function signingSecret(value: string | undefined): Secret<string> {
  if (value === undefined) return EndpointSecret.generate()
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(value)) throw refusal('--secret is to begin with whsec_')
  return new Secret(value)
}

function refusal(sentence: string): Exception {
  return new Exception(sentence, { status: 422 })
}

function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
