/**
 * A list sent to many: how long its rows take to check, how many documents a second are sent of it, and how long another tenant waits meanwhile:
 *
 *   npm run bench -- flow/bulk_send
 *
 * ROWS=10000 for the longest list there is, PROF=<folder> for profiles of web and worker. Web, one worker, PostgreSQL and Redis share the
 * machine with this load. The other tenant sends a document by API, one after the other: `answer` is until the API has answered, `done` until all
 * that it left (mails, events) is done. The ceiling is one document after the other from the same template, without list and queue.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RowOf } from '#app/tenancy/row'
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
const { BulkSend } = await import('#app/templates/bulk/bulk_send')
const { BulkSends } = await import('#app/templates/bulk/bulk_sends')
const { guessedMapping } = await import('#app/templates/bulk/column_mapping')
const { documentOf } = await import('#app/templates/use')
const { makeTemplate } = await import('#tests/factories/template_factory')
const { ownerOf } = await import('#tests/support/dashboard_visitor')
const { asSuperuser } = await import('#tests/support/superuser')
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

const ceiling = await within(() =>
  times(CEILING, async () => {
    const people = [{ role: 'Buyer', name: 'Ana', email: 'ana@example.com' }]
    await documentOf(template, { people, by }, { send: true })
  })
)
await times(WARM_UP, () => send(installation, made))
await installation.isIdle()
const calm = await others(() => Promise.resolve(), CALM)
show('others, calm', calm)

const rows = Array.from({ length: ROWS }, (_, n) => [`Ana ${n}`, `ana${n}@example.com`, `${n} €`])
const mapping = guessedMapping(template, COLUMNS)
let from = performance.now()
const id = await within(() =>
  BulkSends.prepare(template, { fileName: 'a.csv', columns: COLUMNS, mapping, rows }, { by })
)
console.log(`${ROWS} rows are checked and stored in ${seconds(from)} s`)
from = performance.now()
await within(() => BulkSends.begin(id, by, { isLeavingOut: false }))
const busy = await others(untilSent)
const rate = ROWS / Number(seconds(from))
show('others, beside it', busy)
const bare = 1_000 / percentile(ceiling, 0.5)
console.log(
  `${ROWS} rows sent: ${rate.toFixed(1)} rows/s; ${bare.toFixed(1)} /s one after the other without queue (${((rate / bare) * 100).toFixed(0)} %)`
)
for (const what of ['answer', 'done'] as const)
  console.log(
    `others’ p99 until ${what}: ${(percentile(busy[what], 0.99) / percentile(calm[what], 0.99)).toFixed(2)}× that of calm`
  )
const { counts, status } = (await within(() => BulkSend.find(id)))!
console.log(`${status}: ${JSON.stringify(counts)}`)
await installation.stop()
process.exit()

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

async function untilSent(): Promise<void> {
  while ((await within(() => BulkSend.find(id)))!.status === 'running') await pause(250)
}

/** Whose key the installation's client has. */
async function otherTenant(): Promise<{ id: string }> {
  const { default: Tenant } = await import('#app/tenants/tenant')
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

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(2)
}
