/**
 * A list sent to many, by the forms of the dashboard: how long its file takes to upload and check, how many documents a second are sent of it,
 * what each costs, how much memory web and worker hold, and how long another tenant waits meanwhile:
 *
 *   npm run bench -- flow/bulk_send
 *
 * ROWS=10000 for the longest list there is, PROF=<folder> for profiles of web and worker. Web, one worker, PostgreSQL and Redis share the
 * machine with this load. The other tenant sends a document by API, one after the other: `answer` is until the API has answered, `done` until all
 * that it left (mails, events) is done. The ceiling is one document after the other from the same template, without list and queue; it is
 * measured before and after, since other loads of the machine come and go.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RowOf } from '#app/tenancy/row'
import { FormData } from 'undici'
import { Installation } from './installation.js'
import { contract, send } from './contract.js'
import { percentile, times } from './timing.js'

const ROWS = Number(process.env.ROWS ?? 1_000)
const WARM_UP = 30
const CALM = 200
const CEILING = 60
const LEFT = `select 1 from cell.outbox where scope = $1 and due_at <= clock_timestamp() limit 1`
const COLUMNS = ['Name', 'Email', 'Price']

const installation = await Installation.start()
const { CurrentTenant } = await import('#app/tenancy/current_tenant')
const { roleName } = await import('#app/tenancy/tenant_ref')
const { Cell } = await import('#app/tenancy/cell')
const { MemoryWatch } = await import('../support/memory_watch.js')
const { BulkSend } = await import('#app/templates/bulk/bulk_send')
const { documentOf } = await import('#app/templates/use')
const { makeTemplate } = await import('#tests/factories/template_factory')
const { ownerOf, Visitor } = await import('#tests/support/dashboard_visitor')
const { asSuperuser } = await import('#tests/support/superuser')
const { default: Tenant } = await import('#app/tenants/tenant')
const { tenantMaker } = await import('../tenants/callers.js')

const sender = await tenantMaker()()
const by = { type: 'user' as const, ...(await identity()) }
const within = <T>(work: () => Promise<T>) =>
  CurrentTenant.run({ tenant: sender.ref, environment: 'live' }, work)
const note = { type: 'note' as const, page: 1, x: 60, y: 400, width: 200, height: 20 }
const signature = { type: 'signature' as const, page: 1, x: 60, y: 600, width: 200, height: 50 }
const template = await within(() =>
  makeTemplate({
    roles: [
      { name: 'Buyer', fields: [signature, { ...note, options: { label: 'Price', text: '-' } }] },
    ],
  })
)
const made = await contract(1)

const before = await ceiling()
await times(WARM_UP, () => send(installation, made))
await installation.isIdle()
const calm = await others(() => Promise.resolve(), CALM)
show('others, calm', calm)

const olga = await Visitor.as(await Tenant.findOrFail(sender.id))
const memory = await MemoryWatch.begin(installation.pids)
const cost = await installation.cost()
const from = performance.now()
let checked = 0
let sent = 0
const busy = await others(async () => {
  const path = await upload()
  checked = seconds(from)
  const { status, text } = await olga.post(`${path}/send`)
  if (status !== 303) throw new Error(text)
  await untilSent(path.split('/').at(-1)!)
  sent = seconds(from)
})
await installation.isIdle()
const idle = seconds(from)
show('others, beside it', busy)
console.log(
  `${ROWS} rows: checked after ${checked.toFixed(1)} s, sent after ${sent.toFixed(1)} s, all mails and events after ${idle.toFixed(1)} s`
)
console.log(`each, with what the other tenant sent: ${await cost.each(ROWS + busy.answer.length)}`)
console.log(`memory: ${memory.end()}`)
const bare = 1_000 / percentile([...before, ...(await ceiling())], 0.5)
const [whole, begun] = [ROWS / sent, ROWS / (sent - checked)]
console.log(
  `${whole.toFixed(1)} rows/s from the upload on, ${begun.toFixed(1)} from the start; ${bare.toFixed(1)} /s one after the other without queue (${((begun / bare) * 100).toFixed(0)} %)`
)
for (const what of ['answer', 'done'] as const)
  console.log(
    `others’ p99 until ${what}: ${(percentile(busy[what], 0.99) / percentile(calm[what], 0.99)).toFixed(2)}× that of calm`
  )
await installation.stop()
process.exit()

/** How long each of some documents takes without list and queue, in ms. */
function ceiling(): Promise<number[]> {
  const people = [{ role: 'Buyer', name: 'Ana', email: 'ana@example.com' }]
  return within(() => times(CEILING, () => documentOf(template, { people, by }, { send: true })))
}

/** @returns the path of the page of what was uploaded */
async function upload(): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, n) => `Ana ${n};ana${n}@example.com;${n} €\n`)
  const form = new FormData()
  form.set('file', new Blob([`${COLUMNS.join(';')}\n`, ...lines]), 'people.csv')
  const { status, headers, text } = await olga.upload(`/templates/${template.id}/bulk-sends`, form)
  if (status !== 303) throw new Error(text)
  return String(headers.location)
}

interface Waits {
  answer: number[]
  done: number[]
}

/** @param rounds  at least so many documents of the other tenant */
async function others(work: () => Promise<void>, rounds = 0): Promise<Waits> {
  const waits: Waits = { answer: [], done: [] }
  const scope = roleName((await otherTenant()).id, 'live')
  await asSuperuser(Cell.named('main').database, async (client) => {
    let isOver = false
    const isLeft = async () => (await client.query(LEFT, [scope])).rows.length > 0
    const sending = (async () => {
      while (!isOver || waits.answer.length < rounds) {
        const began = performance.now()
        await send(installation, made)
        waits.answer.push(performance.now() - began)
        while (await isLeft()) await pause(5)
        waits.done.push(performance.now() - began)
        await pause(50)
      }
    })()
    await work()
    isOver = true
    await sending
  })
  return waits
}

async function untilSent(id: string): Promise<void> {
  for (;;) {
    const { status, counts } = (await within(() => BulkSend.find(id)))!
    if (status !== 'running') return console.log(`${status}: ${JSON.stringify(counts)}`)
    await pause(250)
  }
}

/** Whose key the installation's client has. */
async function otherTenant(): Promise<{ id: string }> {
  return Tenant.query().where('id', '<>', sender.id).firstOrFail()
}

async function identity(): Promise<RowOf<'users', 'id' | 'name'>> {
  const { id: userId, name } = await ownerOf(sender)
  return { id: userId, name }
}

function show(name: string, waits: Waits): void {
  const parts = (['answer', 'done'] as const).map((what) => {
    const [half, most] = [0.5, 0.99].map((share) => percentile(waits[what], share).toFixed(0))
    return `until ${what} p50 ${half} ms, p99 ${most} ms`
  })
  console.log(`${name} (${waits.answer.length}): ${parts.join('; ')}`)
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000
}
