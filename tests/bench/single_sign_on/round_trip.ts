/**
 * A log-in by single sign-on beside one with a password, at the same web process and in turns: what a browser waits for, without the provider's own time, and
 * what it costs the web process, threads that read messages included. The provider is npm's samlp, in a process of its own, as in the tests:
 *
 *   npm run bench -- single_sign_on/round_trip
 *
 * Milliseconds differ from machine to machine; the ratio is of one run. Above a ceiling this ends with 1.
 */
import { Pool } from 'undici'
import { startApplication } from '../support/bench_application.js'
import { startWeb } from '../support/bench_process.js'
import { processorSeconds } from '../support/processor_time.js'

const ROUNDS = 100
const WARM_UP_ROUNDS = 10
/** So many take turns that no limit of log-ins is met. */
const ADDRESSES = 110
/** A password is one scrypt: nobody is to wait longer, or cost more, because their organisation asks them. */
const MOST_TIMES = 1

await startApplication()
const { CONSOLE } = await import('#app/cli/_console')
const { Connecting } = await import('#app/single_sign_on/connecting')
const { hostOfTenant } = await import('#tests/factories/api_client')
const { makeTenant } = await import('#tests/factories/tenant_factory')
const { inLive, makeUser, PASSWORD, withPassword } =
  await import('#tests/support/dashboard_visitor')
const { newKey, SamlpProcess } = await import('#tests/support/samlp/samlp_process')

const web = await startWeb(new URL('../dashboard/web_process.ts', import.meta.url))
const samlp = await SamlpProcess.start()
const tenant = await makeTenant({ plan: 'business' })
const host = hostOfTenant(tenant)
const provider = samlp.provider('bench', await newKey())
const metadata = await Connecting.read(provider.metadata())
const connection = await inLive(tenant, () =>
  Connecting.connect(metadata, { makesMembers: true }, CONSOLE, { domains: ['corp.example'] })
)
await provider.trust(connection)
const member = await withPassword(tenant, await makeUser(tenant, 'member'))

const pools = Array.from({ length: ADDRESSES }, (_, at) => {
  const localAddress = `127.0.1.${at + 1}`
  return new Pool(web.origin, { connections: 1, localAddress })
})

interface Told {
  status: number
  location: string
}

/** A browser that keeps its cookies, and how long it has waited for us. */
class Browser {
  ms = 0
  #cookies = new Map<string, string>()

  constructor(private pool: Pool) {}

  async ask(
    path: string,
    form: Record<string, string> | null = null,
    isCrossSite = false
  ): Promise<Told> {
    // a form of the provider's page brings no cookies along
    const cookies = form && isCrossSite ? [] : [...this.#cookies]
    const startedAt = performance.now()
    const answer = await this.pool.request({
      path,
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form).toString(),
      headers: {
        host,
        ...(cookies.length > 0 && { cookie: cookies.map((pair) => pair.join('=')).join('; ') }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        'user-agent': 'Bench/1.0',
        'sec-fetch-site': isCrossSite ? 'cross-site' : 'same-origin',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    })
    await answer.body.dump()
    this.ms += performance.now() - startedAt
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return { status: answer.statusCode, location: String(answer.headers.location ?? '') }
  }
}

async function byPassword(browser: Browser): Promise<Told> {
  return browser.ask('/login', { email: member.email, password: PASSWORD })
}

/** To the provider, back with its message, and in. */
async function bySingleSignOn(browser: Browser): Promise<Told> {
  const { location } = await browser.ask('/sso/saml/login')
  const form = await provider.form(location)
  const posted = await browser.ask('/sso/saml/acs', form, true)
  const { pathname, search } = new URL(posted.location, web.origin)
  return browser.ask(pathname + search, null, true)
}

const WAYS = { 'with a password': byPassword, 'by single sign-on': bySingleSignOn }
const found = Object.fromEntries(
  Object.keys(WAYS).map((name) => [name, { ms: [] as number[], cpuMs: [] as number[] }])
)
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
  for (const [name, comeIn] of Object.entries(WAYS)) {
    const browser = new Browser(pools[round % ADDRESSES]!)
    const before = processorSeconds([web.pid])
    const { status, location } = await comeIn(browser)
    if (status !== 303 || !/\/(?:home|documents)$/.test(location))
      throw new Error(`${name}: ${status} ${location}`)
    if (round < WARM_UP_ROUNDS) continue
    found[name]!.ms.push(browser.ms)
    found[name]!.cpuMs.push((processorSeconds([web.pid]) - before) * 1_000)
  }

for (const [name, { ms, cpuMs }] of Object.entries(found)) {
  ms.sort((a, b) => a - b)
  const [p50, p99] = [0.5, 0.99].map((part) => ms[Math.floor(ms.length * part)]!.toFixed(1))
  console.log(
    `a log-in ${name.padEnd(18)} p50 ${p50} ms, p99 ${p99} ms; ${mean(cpuMs).toFixed(1)} ms of processor time`
  )
}
const [password, sso] = Object.values(found)
const waits = sso!.ms[ROUNDS / 2]! / password!.ms[ROUNDS / 2]!
const costs = mean(sso!.cpuMs) / mean(password!.cpuMs)
console.log(
  `single sign-on takes ${waits.toFixed(2)} times what a password takes, and ${costs.toFixed(2)} times its processor time (ceiling ${MOST_TIMES})`
)
await samlp.stop()
process.exit(Math.max(waits, costs) <= MOST_TIMES ? 0 : 1)

/** Processor time is counted in hundredths of a second, so that one alone says little. */
function mean(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0) / all.length
}
