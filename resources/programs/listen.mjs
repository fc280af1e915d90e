#!/usr/bin/env node
// Prints what happens in a sandbox, and passes it on to a server at hand, as webhooks would: signed, one request for each event.
// Needs Node 18 or later and nothing else. `node listen.mjs --help` says how.
import { createHmac, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/** Where this file came from; empty where it is not served. */
const HOME = ''

const HELP = `Prints what happens in your sandbox, and passes it on to a server that webhooks cannot reach.

  node listen.mjs --key svc_test_… --forward http://127.0.0.1:3000/hooks

  --key      a test key with the scope webhooks:read; or in the variable API_KEY
  --forward  where events are posted to; without it they are only printed
  --url      the address of your account: https://sign.example${HOME && ` (now ${HOME})`}
  --secret   what to sign with, whsec_…; a new secret when left out

Ctrl-C ends it.`

const WAIT_S = 20
const PAGE_SIZE = 100
const PAUSE_MS = 2_000
const ANSWER_MS = 15_000
const UNKNOWN_NAME = ['ENOTFOUND', 'EAI_AGAIN']

class Refused extends Error {}

let hasAnswered = false

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())

try {
  await listen(process.argv.slice(2))
} catch (error) {
  if (!stopped.signal.aborted) {
    if (!(error instanceof Refused)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function listen(args) {
  const wanted = options(args)
  if (wanted.help) return console.log(HELP)
  const { forward, secret } = wanted
  if (forward) console.log(`Posting to ${forward}, signed with ${secret}`)
  let cursor = await present(wanted)
  console.log('Listening. Ctrl-C ends it.')
  while (!stopped.signal.aborted) {
    const page = await nextPage(wanted, cursor, WAIT_S)
    for (const event of page.data) {
      const outcome = forward ? ` → ${await post(event, wanted)}` : ''
      console.log(`${event.event} ${event.id}${outcome}`)
    }
    cursor = page.nextCursor
  }
}

function options(args) {
  const texts = Object.fromEntries(
    ['key', 'forward', 'url', 'secret'].map((name) => [name, { type: 'string' }])
  )
  let values
  try {
    values = parseArgs({
      args,
      options: { ...texts, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    throw new Refused(error.message)
  }
  if (values.help) return values
  const key = values.key ?? process.env.API_KEY ?? ''
  const secret = values.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  if (!/^svc_test_\w+$/.test(key))
    throw new Refused('A test key is wanted, which begins with svc_test_: by --key or in API_KEY')
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new Refused('--secret must begin with whsec_')
  const forward = values.forward === undefined ? null : webAddress('--forward', values.forward)
  return { key, secret, forward, url: webAddress('--url', values.url ?? HOME) }
}

function webAddress(name, text) {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol)) return url.href
  } catch {
    // told below
  }
  throw new Refused(`${name} must be an address that begins with https:// or http://`)
}

/** Behind all that has happened before. */
async function present(wanted) {
  let cursor = null
  for (;;) {
    const page = await nextPage(wanted, cursor, 0)
    cursor = page.nextCursor
    if (!page.hasMore) return cursor
  }
}

/** A server that has answered once is waited for when it goes away: what happens meanwhile is listed then. */
async function nextPage({ url, key }, cursor, wait) {
  const address = new URL('/api/v1/events', url)
  address.searchParams.set('limit', String(PAGE_SIZE))
  if (wait > 0) address.searchParams.set('wait', String(wait))
  if (cursor) address.searchParams.set('cursor', cursor)
  for (;;) {
    const answer = await ask(address, {
      headers: { authorization: `Bearer ${key}` },
      timeoutMs: (wait + 30) * 1_000,
    }).catch(lost)
    if (answer) hasAnswered = true
    if (answer?.status === 200) {
      const page = parsed(answer.text)
      if (page) return page
    } else if (answer && answer.status !== 429 && answer.status < 500) {
      throw new Refused(parsed(answer.text)?.error?.message ?? `The API answered ${answer.status}`)
    }
    if (!answer && !hasAnswered) throw new Refused(`Nobody answers at ${url}`)
    const retryAfterS = Number(answer?.headers['retry-after'])
    await pause(retryAfterS > 0 ? retryAfterS * 1_000 : PAUSE_MS, undefined, {
      signal: stopped.signal,
    })
  }
}

function lost(error) {
  if (stopped.signal.aborted) throw error
  return null
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What came of it, in a word. */
async function post({ id, event, data }, { forward, secret }) {
  const body = JSON.stringify({ event, data })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': event,
    'x-service-delivery': `del_${id.slice(id.indexOf('_') + 1)}`,
    'x-service-attempt': '1',
    'x-service-signature': `sha256=${hmac(secret, body).toString('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${id}.${timestamp}.${body}`).toString('base64')}`,
  }
  try {
    const { status } = await ask(new URL(forward), {
      method: 'POST',
      headers,
      body,
      timeoutMs: ANSWER_MS,
    })
    return String(status)
  } catch (error) {
    if (stopped.signal.aborted) throw error
    return `no answer (${error.code ?? error.message})`
  }
}

function hmac(key, text) {
  return createHmac('sha256', key).update(text).digest()
}

function ask(url, { method = 'GET', headers, body, timeoutMs }) {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        headers,
        signal: stopped.signal,
        ...(url.protocol === 'http:' && { lookup: loopbackLookup }),
      },
      (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('error', reject)
        answer.on('aborted', () => reject(new Error('the answer was cut off')))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          })
        )
      }
    )
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('no answer in time')))
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Plain http is for one's own machine: a name that its resolver does not know is 127.0.0.1, as browsers and curl have it. */
function loopbackLookup(name, wanted, callback) {
  lookup(name, wanted, (error, ...found) => {
    if (!UNKNOWN_NAME.includes(error?.code)) return callback(error, ...found)
    const address = { address: '127.0.0.1', family: 4 }
    if (wanted.all) callback(null, [address])
    else callback(null, address.address, address.family)
  })
}
