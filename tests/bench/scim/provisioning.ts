/**
 * Ten thousand users by SCIM, as providers add them: each is searched for and created, by eight requests at once. Users per second, processor time of
 * the web process and its memory, for each tenth: neither may grow with the number of users. Beside the ceiling: the same number of requests that
 * read a single user. Then a group of all of them is written whole, gives its role, and is read. Ends with 1 where the last tenth takes twice as long
 * as the first, or memory grows with the users.
 *
 *   npm run bench -- scim/provisioning [--users=10000]
 */
import { readFileSync } from 'node:fs'
import { startWeb } from '../support/bench_process.js'
import { startApplication } from '../support/bench_application.js'
import { processorSeconds } from '../support/processor_time.js'

const users = Number(/--users=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 10_000)
const AT_ONCE = 8
/** What the heap may take until it is collected, beside what a process has after its first tenth. */
const ROOM_MIB = 128

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

const ids: string[] = []
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
const peakMib = peakOf(web.pid)
const { body: everybody } = await client.post('/Groups', { displayName: 'All of them' })
const { Groups } = await import('#app/directory/groups')
const { inLive } = await import('#tests/support/dashboard_visitor')
const { CONSOLE } = await import('#app/cli/_console')
await inLive(tenant, () => Groups.giveRole(everybody.id, 'developer', CONSOLE))
await measured(`a group of ${ids.length} written whole, with its role`, 1, 1, async () => {
  const { status, answer } = await client.send('PUT', `/Groups/${everybody.id}`, {
    ...{ displayName: 'All of them', members: ids.map((value) => ({ value })) },
  })
  if (status !== 200) throw new Error(answer.text)
})
await measured(`a group of ${ids.length} read`, 1, 1, async () => {
  const { body } = await client.get(`/Groups/${everybody.id}`)
  if (body.members.length !== ids.length) throw new Error('not all of them are in the group')
})
const [first, last] = [found[0]!, found.at(-1)!]
console.log(
  `the last tenth takes ${(first.perSecond! / last.perSecond!).toFixed(2)} times as long as the first`
)
console.log(
  `a user at ${((last.perSecond! / ceiling.perSecond!) * 100).toFixed(0)} % of the rate of two reads`
)
console.log(
  `memory: ${first.mib} MiB after the first tenth, ${last.mib} after the last, ${peakMib} at the most, ${peakOf(web.pid)} with the large group`
)
const isBounded = last.perSecond! * 2 > first.perSecond! && peakMib < first.mib! + ROOM_MIB
process.exit(isBounded ? 0 : 1)

async function add(n: number): Promise<void> {
  const userName = `person${n}@corp.example`
  const { body } = await client.find(`userName eq "${userName}"`)
  if (body.totalResults !== 0) throw new Error(`${userName} is there already`)
  const { status, body: made } = await client.post('/Users', {
    ...{ userName, active: true, displayName: `Person ${n}`, externalId: `ext-${n}` },
    emails: [{ value: userName, type: 'work', primary: true }],
  })
  if (status !== 201) throw new Error(`${userName}: ${status}`)
  ids.push(made.id)
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
  const mib = mibOf(web.pid, 'VmRSS')
  const line = `${perSecond.toFixed(count === 1 ? 2 : 0)}/s, ${each.toFixed(2)} ms CPU of the web process each (${requests} requests), ${mib} MiB`
  console.log(`${what}: ${line}`)
  return { perSecond, each, mib }
}

function cpuMs(): number {
  return processorSeconds([web.pid]) * 1000
}

function peakOf(pid: number): number {
  return mibOf(pid, 'VmHWM')
}

function mibOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kib] = new RegExp(`${what}:\\s+(\\d+)`).exec(status)!
  return Math.round(Number(kib) / 1024)
}
