import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { randomBase62 } from '#app/foundation/opaque_token'
import { Cell } from '#app/tenancy/cell'
import { roleName, schemaNames } from '#app/tenancy/tenant_ref'
import { makeTenant } from '#tests/factories/tenant_factory'
import { FORGOTTEN_TENANTS, LOST_CHECKS, withHoles, type Hole } from '#tests/support/holes'
import { aceProcess, type Ended } from '#tests/support/node_process'
import { asSuperuser } from '#tests/support/superuser'
import { emptyOutbox } from '#tests/support/outbox_view'
import { WorkerProcess } from '#tests/support/worker_process'

/** What is left of a proof that is over. */
async function remains(): Promise<Record<string, number>> {
  const count = async (text: string) => {
    const { rows } = await db.connection('platform').rawQuery(text)
    return Number(rows[0].count)
  }
  const cell = await Cell.named('main').as('relay', (client) =>
    client.query('select count(*) from cell.set_aside')
  )
  return {
    tenants: await count(`select count(*) from tenants where slug like 'iso%'`),
    operators: await count(`select count(*) from operators where name = 'Isolation proof'`),
    setAside: Number(cell.rows[0].count),
  }
}

/** Where the holes are. Elsewhere the first proof has looked already. */
const ROUTES_WITH_HOLES = [
  '^/(?:documents|operators|docs|test/mailbox|brand/:name)$',
  '^/sign/:token',
  '^/settings/(?:keys|members|webhooks|domains)',
  '^/(?:api/v1/)?tenants',
  '^/api/v1/documents(?:$|/:id/void)',
].join('|')

const NOTHING = { tenants: 0, operators: 0, setAside: 0 }

function findingsOf({ output }: Ended): string[] {
  return [...output.matchAll(/^- \*\*([a-z]+)\*\*: (.*)$/gm)].map(
    ([, boundary, message]) => `${boundary}: ${message}`
  )
}

/** Those to people of the proof, which alone have addresses there; a worker also sends what other tests left to it. */
async function mailsSent(): Promise<number> {
  const answer = await fetch(`${process.env.INBOX_URL}/messages`)
  const mails = (await answer.json()) as unknown[]
  return mails.filter((mail) => JSON.stringify(mail).includes('@example.com')).length
}

/** Who was started with this in their environment, and is still there. */
function processesWith(mark: string): string[] {
  return globSync('/proc/[0-9]*/environ').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(mark)
    } catch {
      return false // it ended meanwhile
    }
  })
}

test.group('Isolation, proven', (group) => {
  group.each.timeout(2_400_000)

  const prove = (more: Record<string, string> = {}, ...flags: string[]) =>
    aceProcess(['isolation:prove', ...flags], more)
  const named = (findings: readonly string[], holes: readonly Hole[]) =>
    holes.filter(({ finding }) => findings.some((one) => finding.test(one))).map(({ name }) => name)
  const names = (holes: readonly Hole[]) => holes.map(({ name }) => name)

  test('finds nothing beside a worker at work, sends nothing, and leaves nothing behind', async ({
    assert,
    cleanup,
  }) => {
    await emptyOutbox() // mails of other tests are not the proof's
    const worker = WorkerProcess.start()
    cleanup(() => worker.kill())
    await worker.isAtWork()
    const folder = await mkdtemp(join(tmpdir(), 'isolation-'))
    cleanup(() => rm(folder, { recursive: true }))
    const before = await mailsSent()
    const ended = await prove({}, `--report=${join(folder, 'report.md')}`)
    assert.deepEqual(findingsOf(ended), [], ended.output)
    assert.equal(ended.code, 0)
    assert.include(await readFile(join(folder, 'report.md'), 'utf8'), ': no hole was found.')
    assert.equal(await mailsSent(), before)
    assert.deepEqual(await remains(), NOTHING)
  })

  test('names every check that was lost, every place where the tenant was forgotten, and every right that is too many', async ({
    assert,
    cleanup,
  }) => {
    const [own, other] = await Promise.all([makeTenant(), makeTenant()])
    const theirs = `${schemaNames(other.id).live}.documents`
    const role = roleName(own.id, 'live')
    const superuser = (text: string) =>
      asSuperuser(Cell.named('main').database, (client) => client.query(text))
    cleanup(() => superuser(`revoke select on ${theirs} from ${role}`) as never)
    await superuser(`grant select on ${theirs} to ${role}`)
    const holes = [...LOST_CHECKS, ...FORGOTTEN_TENANTS]
    const ended = await prove(withHoles(holes), `--routes=${ROUTES_WITH_HOLES}`)
    const findings = findingsOf(ended)
    assert.deepEqual(named(findings, holes), names(holes), ended.output)
    assert.isTrue(findings.some((one) => one.startsWith('postgresql: ')))
    assert.equal(ended.code, 1)
    assert.deepEqual(await remains(), NOTHING)
  })

  test('ends with an error and leaves no process behind when its web process does not get ready', async ({
    assert,
  }) => {
    const unready = {
      changes: [['front_door/hosts/internal_controller', 'isReady \\? 200 : 503', '503']] as const,
    }
    const mark = `PROOF_${randomBase62(12)}`
    const ended = await prove({ ...withHoles([unready]), TIME_SCALE: '0.1', [mark]: 'yes' })
    assert.equal(ended.code, 1)
    assert.include(ended.output, 'does not get ready')
    assert.deepEqual(processesWith(mark), [])
  })
})
