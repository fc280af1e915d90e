/**
 * Ten thousand users by SCIM, as providers add them: each is searched for and created, by eight requests at once. Users per second, processor time of
 * the web process and its memory, for the first and the last tenth: neither may grow with the number of users. Beside the ceiling: the same number of
 * requests that read a single user.
 *
 *   npm run bench -- scim/provisioning [--users=10000]
 */
import { readFileSync } from 'node:fs'
import { startWeb } from '../support/bench_process.js'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds } from '../support/processor_time.js'

const users = Number(/--users=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10_000)
const AT_ONCE = 8

await startApplication()
const { benchPlan, tenantMaker } = await import('../tenants/callers.js')
const { ScimClient } = await import('#tests/support/scim_client')
await benchPlan()
const web = await startWeb(new URL('../api/web_process.ts', import.meta.url))
const { connected } = await import('#tests/support/single_sign_on')
const { TestIdentityProvider } = await import('#tests/support/identity_provider')
const tenant = await tenantMaker()()
await connected(tenant, await TestIdentityProvider.make())
const client = await ScimClient.of(tenant)
client.origin = web.origin

const tenth = users / 10
const found: Record<string, number>[] = []
for (let start = 0; start < users; start += tenth)
  found.push(
    await measured(`users ${start + 1} to ${start + tenth}`, tenth, 2, (n) => add(start + n))
  )
const { id } = (await client.find('userName eq "person1@corp.example"')).body.Resources[0]
const ceiling = await measured('reads of one user', tenth, 2, async () => {
  await client.get(`/Users/${id}`)
  await client.get(`/Users/${id}`)
})
const group = await client.post('/Groups', { displayName: 'Everybody' })
await measured('members added to a group', tenth / 10, 1, async (n) => {
  const one = (await client.find(`userName eq "person${n}@corp.example"`)).body.Resources[0]
  await client.patch(`/Groups/${group.body.id}?excludedAttributes=members`, {
    ...{ op: 'add', path: 'members', value: [{ value: one.id }] },
  })
})
const [first, last] = [found[0]!, found.at(-1)!]
console.log(
  `the last tenth takes ${(first.perSecond! / last.perSecond!).toFixed(2)} times as long as the first`
)
console.log(
  `a user at ${((last.perSecond! / ceiling.perSecond!) * 100).toFixed(0)} % of the rate of two reads`
)
process.exit()

async function add(n: number): Promise<void> {
  const userName = `person${n}@corp.example`
  const { body } = await client.find(`userName eq "${userName}"`)
  if (body.totalResults !== 0) throw new Error(`${userName} is there already`)
  const { status } = await client.post('/Users', {
    ...{ userName, active: true, displayName: `Person ${n}`, externalId: `ext-${n}` },
    emails: [{ value: userName, type: 'work', primary: true }],
  })
  if (status !== 201) throw new Error(`${userName}: ${status}`)
}

async function measured(
  what: string,
  count: number,
  requests: number,
  work: (n: number) => Promise<void>
): Promise<Record<string, number>> {
  const [before, startedAt] = [cpuMs(), performance.now()]
  let next = 1
  const worker = async () => {
    while (next <= count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const ms = performance.now() - startedAt
  const perSecond = (count / ms) * 1000
  const each = (cpuMs() - before) / count
  const line = `${perSecond.toFixed(0)}/s, ${each.toFixed(2)} ms CPU of the web process each (${requests} requests), ${rssMib()} MiB`
  console.log(`${what}: ${line}`)
  return { perSecond, each }
}

function cpuMs(): number {
  return processorSeconds([web.pid]) * 1000
}

function rssMib(): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${web.pid}/status`, 'utf8'))!
  return Math.round(Number(kib) / 1024)
}
