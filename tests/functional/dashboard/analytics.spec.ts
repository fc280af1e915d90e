import { test } from '@japa/runner'
import { clock } from '#app/foundation/clock'
import { DAY_MS, HOUR_MS } from '#app/foundation/duration'
import type Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { statementsOf } from '#tests/support/round_trips'

const FILE = '/analytics/figures.csv'

/** A document of one signer, sent so many days ago, and signed and completed so many hours later. */
async function sentBefore(visitor: Visitor, days: number, hours: number | null): Promise<Document> {
  const { id, name } = visitor.user!
  const document = await inLive(visitor.tenant, () =>
    makeDocument({ signers: [ANA], by: { type: 'user', id, name } })
  )
  const sentAt = new Date(clock.now().getTime() - days * DAY_MS)
  const endedAt = hours === null ? null : new Date(sentAt.getTime() + hours * HOUR_MS)
  await inLive(visitor.tenant, () =>
    CurrentTenant.batch([
      {
        text: 'update documents set sent_at = $2, completed_at = $3, status = $4 where id = $1',
        values: [document.id, sentAt, endedAt, endedAt ? 'completed' : 'pending'],
      },
      {
        text: 'update signers set sent_at = $2, signed_at = $3 where document_id = $1',
        values: [document.id, sentAt, endedAt],
      },
    ])
  )
  return document
}

async function linesOf(visitor: Visitor, path = FILE): Promise<string[][]> {
  const { status, text } = await visitor.get(path)
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`)
  return text.split('\r\n').map((line) => line.split(','))
}

/** Sent, completed, declined, voided, expired, failed, median and ninth tenth. */
function figuresOf(lines: readonly string[][], kind: string): string[] | undefined {
  return lines.find((line) => line[0] === kind)?.slice(4, 12)
}

test.group('Dashboard | analytics', (group) => {
  let acme: Tenant
  let olga: Visitor
  let max: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
    olga = await Visitor.as(acme)
    max = await Visitor.as(acme, 'member')
    for (const hours of [1, 2, 3, 4]) await sentBefore(olga, 5, hours)
    await sentBefore(olga, 40, 10)
    await sentBefore(max, 5, 5)
    await sentBefore(max, 5, null)
  })

  test('counts what became of what was sent, and compares it with the days before', async ({
    assert,
  }) => {
    const lines = await linesOf(olga)
    assert.deepEqual(figuresOf(lines, 'period'), ['6', '5', '0', '0', '0', '0', '10800', '16560'])
    assert.deepEqual(figuresOf(lines, 'before'), ['1', '1', '0', '0', '0', '0', '', ''])
    const { text } = await olga.get('/analytics')
    assert.match(text, /Completion rate<\/strong><\/td><td[^>]*>83%/)
    assert.match(
      text,
      /Half took no longer than<\/strong><\/td><td[^>]*>3 hours<\/td><td[^>]*>Too few to say/
    )
  })

  test('looks as far back as its address says', async ({ assert }) => {
    const lines = await linesOf(olga, `${FILE}?days=90`)
    assert.equal(lines[0][0], '\uFEFFkind', 'as Excel reads it')
    assert.equal(figuresOf(lines, 'period')?.[0], '7')
    assert.isUndefined(figuresOf(lines, 'before'))
    const odd = await linesOf(olga, `${FILE}?days=1e9`)
    assert.equal(figuresOf(odd, 'period')?.[0], '6')
  })

  test('says how far signers came', async ({ assert }) => {
    const lines = await linesOf(olga)
    assert.deepEqual(lines.find(([kind]) => kind === 'signers')?.slice(12), ['6', '5', '5', '5'])
    const senders = lines.filter(([kind]) => kind === 'sender').map((line) => line.slice(12))
    assert.deepEqual(senders, [
      ['4', '4', '4', '4'],
      ['2', '1', '1', '1'],
    ])
    const { text } = await olga.get('/analytics')
    assert.match(text, /Where signers stop, by sender[^]*data-name="Signed">1 <small[^>]*>50%/)
  })

  test('counts for members what they see, and nothing of anybody else', async ({ assert }) => {
    const lines = await linesOf(max)
    assert.deepEqual(figuresOf(lines, 'period'), ['2', '1', '0', '0', '0', '0', '', ''])
    assert.isUndefined(figuresOf(lines, 'before'))
    const senders = lines.filter(([kind]) => kind === 'sender').map((line) => line[1])
    assert.deepEqual(senders, ['Some member'])
    assert.equal(lines.find(([kind]) => kind === 'signers')?.[12], '2')
    const viewer = await Visitor.as(acme, 'viewer')
    assert.include((await viewer.get('/analytics')).text, 'Nothing was sent in the last 30 days')
  })

  test('keeps tenants and environments apart', async ({ assert }) => {
    const other = await Visitor.as(await makeTenant({ plan: 'enterprise' }))
    assert.include((await other.get('/analytics')).text, 'Nothing was sent in the last 30 days')
    const { status, text } = await olga.get('/test/analytics')
    assert.equal(status, 200)
    assert.include(text, 'Nothing was sent in the last 30 days')
  })

  test('says on a plan without analytics what there is, and counts nothing', async ({ assert }) => {
    const ines = await Visitor.as(await makeTenant({ plan: 'free' }))
    const { status, text } = await ines.get('/analytics')
    assert.equal(status, 200)
    assert.include(text, 'Your plan does not include analytics')
    assert.include(text, 'href="/settings/usage"')
    const refused = await ines.get(FILE)
    assert.equal(refused.status, 403)
    assert.include(refused.text, 'The Free plan does not include advanced analytics.')
  })

  test('has a line for every day, and for every week of longer periods', async ({ assert }) => {
    const days = (await linesOf(olga)).filter(([kind]) => kind === 'day')
    assert.lengthOf(days, 31)
    assert.sameMembers(
      days.filter((line) => line[4] !== '0').map((line) => line.slice(4, 6).join()),
      ['6,5']
    )
    const today = clock.now().toISOString().slice(0, 10)
    assert.equal(days.at(-1)?.[2], today)
    const weeks = (await linesOf(olga, `${FILE}?days=90`)).filter(([kind]) => kind === 'week')
    assert.includeMembers([13, 14], [weeks.length])
    assert.equal(
      weeks.reduce((sum, line) => sum + Number(line[4]), 0),
      7
    )
    const { text } = await olga.get('/analytics')
    assert.lengthOf(text.match(/<time datetime="\d{4}-\d\d-\d\dT12:00:00Z"/g) ?? [], 31)
  })

  test('takes four statements beside those of every page', async ({ assert }) => {
    await olga.get('/analytics')
    const statements = await statementsOf(() => olga.get('/analytics'))
    assert.lengthOf(
      statements.filter((text) => text.includes('from documents d')),
      4
    )
    assert.lengthOf(statements, 6)
  })
})
