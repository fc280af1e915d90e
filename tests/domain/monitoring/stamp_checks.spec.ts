import { test } from '@japa/runner'
import type { Finding } from '#app/monitoring/doctor/finding'
import { checkStamps } from '#app/monitoring/doctor/stamp_checks'
import { stampLag } from '#app/signing/seal/stamp_lag'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { setSetting } from '#tests/support/setting'
import { asSuperuser } from '#tests/support/superuser'

const DAY_MS = 86_400_000
const UNSTAMPED = { unstamped: 0, due: 0, overdue: 0, ended: 0, firstEnd: null }

test.group('doctor | archive stamps', (group) => {
  let tenant: Tenant

  group.each.setup(async () => {
    tenant = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

  /** A completed document whose newest stamp was made and ends on these days from now. @param until  null where it has proofs alone */
  async function stamped(made: number, until: number | null) {
    const { id } = await live(() => makeDocument())
    const revision = {
      ...{ sha256: 'a'.repeat(64), bytes: 1, level: until === null ? 'B-LT' : 'B-LTA' },
      ...{ at: inDays(made), ...(until !== null && { until: inDays(until) }) },
    }
    const lead = until === null ? 0 : Math.min(60, (until - made) / 4)
    const restampAt = inDays(Math.min((until ?? 0) - lead, 1 - 1 / 24))
    const text = `update documents set status = 'completed', completed_at = now(), later_revisions = $2, restamp_at = $3, stamped_with = 'p-256,sha256' where id = $1`
    const values = [id, JSON.stringify([revision]), restampAt]
    await live(() => CurrentTenant.batch([{ text, values }]))
  }

  test('that were made in time are not due, and one is due before it is overdue', async ({
    assert,
  }) => {
    assert.deepEqual(await live(stampLag), UNSTAMPED)
    await stamped(-300, 50) // of 60 days ahead
    assert.containsSubset(await live(stampLag), { due: 1, overdue: 0, ended: 0 })
    await stamped(-300, 29)
    await stamped(-7, 0.5) // a stamp of a week, two days ahead
    const { firstEnd, ...lag } = await live(stampLag)
    assert.deepEqual(lag, { unstamped: 0, due: 3, overdue: 2, ended: 0 })
    assert.approximately(firstEnd!.getTime(), Date.now() + DAY_MS / 2, DAY_MS / 24)
  })

  test('that depend on what was retired are due', async ({ assert, cleanup }) => {
    await stamped(-10, 3000)
    assert.containsSubset(await live(stampLag), { due: 0 })
    cleanup(setSetting('TSA_RETIRED', 'p-256'))
    assert.containsSubset(await live(stampLag), { due: 1, overdue: 0 })
  })

  test('that ended, or were never had, are told apart', async ({ assert }) => {
    await stamped(-300, -1)
    await stamped(-2, null)
    await stamped(-0.5, null)
    const lag = await live(stampLag)
    assert.deepEqual(lag, { ...UNSTAMPED, unstamped: 1, ended: 1 })
  })

  test('of each file of a document count for it once', async ({ assert }) => {
    const revision = (made: number, until?: number) => ({
      ...{ sha256: 'a'.repeat(64), bytes: 1, level: 'B-LT', at: inDays(made) },
      ...(until !== undefined && { level: 'B-LTA', until: inDays(until) }),
    })
    const withFiles = async (...files: ReturnType<typeof revision>[]) => {
      const { id } = await live(() => makeDocument())
      const text = `update documents set status = 'completed', completed_at = now(), later_revisions = $2, restamp_at = now(), files = $3 where id = $1`
      const sealed = files.map((file) => ({ seal: { laterRevisions: [file] } }))
      const values = [id, JSON.stringify([revision(-1, 300)]), JSON.stringify(sealed)]
      await live(() => CurrentTenant.batch([{ text, values }]))
    }
    await withFiles(revision(-2), revision(-2), revision(-1, 300))
    assert.deepEqual(await live(stampLag), { ...UNSTAMPED, unstamped: 1 })
    await withFiles(revision(-300, 29), revision(-300, 28), revision(-1, 300))
    const { firstEnd, ...lag } = await live(stampLag)
    assert.deepEqual(lag, { unstamped: 1, due: 1, overdue: 1, ended: 0 })
    assert.approximately(firstEnd!.getTime(), Date.now() + 28 * DAY_MS, DAY_MS / 24)
    await withFiles(revision(-300, -1), revision(-300, -2))
    assert.containsSubset(await live(stampLag), { due: 1, ended: 1 })
  })

  test('are a fault once one has ended, or nobody has looked for two days', async ({
    assert,
    cleanup,
  }) => {
    assert.deepEqual(await checkStamps(), [], 'none are wanted')
    cleanup(setSetting('TSA_URL', 'http://127.0.0.1:9'))
    await stamped(-300, -1)
    const began = async (ago: string) => {
      await asSuperuser(Cell.named('main').database, (client) =>
        client.query(`update cell.renewal_turns set begun_at = now() - interval '${ago}'`)
      )
      return checkStamps()
    }
    const soon = await began('1 hour')
    const round = ({ says }: Finding) => /^last looked for \d+ hours? ago in main$/.test(says)
    assert.equal(soon.find(round)?.state, 'ok')
    const ended = soon.find(({ says }) => /^\d+ documents have one that ended/.test(says))
    assert.equal(ended?.state, 'failed')
    assert.match(String(ended?.remedy), /TSA_URL/)
    assert.equal((await began('50 hours')).find(round)?.state, 'failed')
  })
})
