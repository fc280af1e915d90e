import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#app/foundation/identifier'
import Incident from '#app/monitoring/incidents/incident'
import { Cell } from '#app/tenancy/cell'
import { roleName } from '#app/tenancy/tenant_ref'
import Report from '#app/tenants/report'
import { tenantTotals } from '#app/tenants/tenant_totals'
import type Tenant from '#app/tenants/tenant'
import { concernsOf, type Findings } from '#app/platform/overview/concern'
import { makeTenant } from '#tests/factories/tenant_factory'
import { measureMonths } from '#tests/support/measured_months'
import { OperatorVisitor } from '#tests/support/operator_visitor'
import { emptyOutbox } from '#tests/support/outbox_view'
import { use } from '#tests/support/populated_platform'
import { StatementLog } from '#tests/support/statement_log'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Of an installation that runs well. */
const CALM: Findings = {
  stuck: {
    ...{ works: [], overdue: [], lost: [] },
    counts: { evidence: 0, sealing: 0, mail: 0, deliveries: 0, other: 0, platform: 0 },
  },
  present: {
    tenants: [{ cell: 'main', version: '1.1', isLatest: true, count: 40 }],
    checkpoints: [],
    authorities: [{ environment: 'live', at: inDays(900) }],
  },
  totals: {
    ...{ active: 40, suspended: 0, leaving: 0, resold: 3, newcomers: 1 },
    ...{ documents: 9, signatures: 12, openReports: 0, openRequests: 0 },
  },
  openIncidents: 0,
}

test.group('Platform | overview', (group) => {
  let pat: OperatorVisitor
  let acme: Tenant
  group.setup(async () => {
    pat = await OperatorVisitor.as('operator')
  })
  group.each.setup(async () => {
    await emptyOutbox()
    acme = await makeTenant({ name: 'Acme Overview', plan: 'pro' })
  })

  async function failingMail(): Promise<void> {
    const text = `insert into cell.outbox (scope, kind, lane, ref, due_at, tries, failing_since)
      values ($1, 'mail.send', '', $2, now() + interval '1 hour', 7, now())`
    const values = [roleName(acme.id, 'live'), newId('mai')]
    await Cell.named(acme.cell).as('relay', (client) => client.query(text, values))
  }

  test('is the first page, and leads to each thing that needs attention', async ({ assert }) => {
    await failingMail()
    await Report.file({
      ...{ tenantId: acme.id, documentId: newId('doc'), category: 'spam' },
      ...{ message: 'Unwanted', replyTo: null },
    })
    const { id } = await db.connection('platform').transaction((trx) =>
      Incident.open(
        {
          ...{ title: 'Mails are late today', parts: ['mail'], impact: 'disturbed' },
          ...{ text: 'We look into it.', resellerId: acme.id },
        },
        trx
      )
    )
    const { status, text } = await pat.get('/')
    assert.equal(status, 200)
    assert.match(text, /href="\/stuck#mail-title">Failing emails: 1</)
    assert.match(text, /href="\/reports">\d+ open reports?</)
    assert.match(text, /href="\/incidents">\d+ open incidents?</)
    assert.include(text, `<a href="/incidents/${id}">Mails are late today</a>`)
    assert.include(text, `<a href="/tenants/${acme.id}">Acme Overview</a>`)
    const links = [...text.slice(text.indexOf('<main')).matchAll(/href="(\/[^"#]*)/g)]
    for (const path of new Set(links.map(([, link]) => link)))
      assert.equal((await pat.get(path)).status, 200, path)
  })

  test('adds up tenants, this month and the last day', async ({ assert }) => {
    const before = await tenantTotals()
    const child = await makeTenant({ name: 'Resold' })
    await child.merge({ parentId: acme.id }).save()
    await use(child, { documents: 41, signatures: 83 })
    const after = await tenantTotals()
    assert.equal(after.active, before.active + 1)
    assert.equal(after.resold, before.resold + 1)
    assert.equal(after.newcomers, before.newcomers + 1)
    assert.equal(after.documents, before.documents + 41)
    assert.equal(after.signatures, before.signatures + 83)
    await db.connection('platform').from('health_samples').delete()
    assert.include((await pat.get('/')).text, 'Nothing has been measured in this time')
    await measureMonths()
    const { text } = await pat.get('/')
    assert.match(text, /Emails sent<\/a><\/h3>\s*<p class="meter-number">[1-9]/)
    assert.include(text, `${after.documents.toLocaleString('en')}\n`)
  })

  test('asks no more for more tenants', async ({ assert }) => {
    const asked = async () => {
      const log = StatementLog.open()
      try {
        await pat.get('/')
        return log.entries.filter((entry) => /^\s*(select|with|update|insert)/i.test(entry)).length
      } finally {
        log.close()
      }
    }
    await asked()
    const few = await asked()
    for (let count = 0; count < 3; count++) await makeTenant()
    assert.isAtMost(await asked(), few)
    assert.isAtMost(few, 24)
  })
})

test.group('Platform | concerns', () => {
  const texts = (findings: Partial<Findings>) =>
    concernsOf({ ...CALM, ...findings }).map(({ text }) => text)

  test('are none where everything runs well', ({ assert }) => {
    assert.deepEqual(texts({}), [])
  })

  test('name what runs badly, the most urgent first', ({ assert }) => {
    const stuck = {
      ...CALM.stuck!,
      lost: ['north'],
      overdue: [{ name: 'audit checkpoint', doneAt: new Date(), cell: 'main' }],
      counts: { ...CALM.stuck!.counts, evidence: 1, deliveries: 1_200 },
    }
    const present = {
      ...CALM.present!,
      tenants: [{ cell: 'main', version: '1.0', isLatest: false, count: 1 }],
      authorities: [{ environment: 'live', at: inDays(200) }],
    }
    const totals = { ...CALM.totals, openReports: 1, openRequests: 2 }
    assert.deepEqual(texts({ stuck, present, totals, openIncidents: 1 }), [
      'The cell north cannot be reached',
      'The audit checkpoint of the cell main is overdue',
      'Evidence that fails verification: 1',
      'Exhausted deliveries: 1,200',
      '1 tenant behind the latest schema',
      'The live seal authority ends within a year',
      '1 open incident',
      '1 open report',
      '2 requests for another plan',
    ])
  })

  test('say that a database is away, and nothing that it alone would know', ({ assert }) => {
    assert.deepEqual(texts({ stuck: null, present: null }), ['A database does not answer'])
  })
})
