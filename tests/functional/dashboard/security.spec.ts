import { test } from '@japa/runner'
import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SYSTEM } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import type User from '#app/identity/users/user'
import { unit } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'

const PAGE = '/settings/security'
const FORMULA = '=HYPERLINK("https://evil.test","open")'

test.group('Dashboard | security log', (group) => {
  let acme: Tenant
  let olga: Visitor
  let ada: User

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
    ada = await makeUser(acme, 'admin')
    await record('brand.changed', { ipAddress: '198.51.100.1' }, { asked: 'first' })
    await record('key.created', { ipAddress: '203.0.113.7' }, { asked: 'second', name: FORMULA })
    await inLive(acme, () =>
      unit(() =>
        SecurityTrail.append({
          action: 'domain.failing',
          actor: SYSTEM,
          details: { asked: 'third' },
        })
      )
    )
    clock.travel(3 * DAY_MS)
    await record('key.revoked', { name: 'Ada before she married' }, { asked: 'fourth' })
    clock.restore()
  })

  const record = (action: AccountAction, more: Partial<Actor> = {}, details = {}) => {
    const actor: Actor = { type: 'user', id: ada.id, name: ada.name, ...more }
    return inLive(acme, () => unit(() => SecurityTrail.append({ action, actor, details })))
  }
  const address = (path: string, query: Record<string, string>) =>
    `${path}?${new URLSearchParams(query).toString()}`
  const found = async (query: Record<string, string>) => {
    const { status, text } = await olga.get(address(PAGE, query))
    return status === 200
      ? [...text.matchAll(/Asked<\/span> (\w+)/g)].map(([, asked]) => asked)
      : status
  }
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

  test('is filtered by what, who, address and day, all from the page’s address', async ({
    assert,
  }) => {
    assert.deepEqual(await found({ what: 'keys' }), ['fourth', 'second'])
    assert.deepEqual(await found({ what: 'key.revoked' }), ['fourth'])
    assert.deepEqual(await found({ who: 'system' }), ['third'])
    assert.deepEqual(await found({ who: 'BEFORE SHE' }), ['fourth'])
    assert.deepEqual(await found({ who: ada.email, what: 'looks' }), ['first'])
    assert.deepEqual(await found({ ip: '203.0.113.7' }), ['second'])
    assert.deepEqual(await found({ from: day(1) }), ['fourth'])
    assert.deepEqual(await found({ to: day(1), what: 'keys' }), ['second'])
    assert.deepEqual(await found({ who: '100%' }), [])
  })

  test('shows everything where the address makes no sense', async ({ assert }) => {
    const all = ['fourth', 'third', 'second', 'first']
    const queries: Record<string, string>[] = [
      { what: 'constructor', ip: 'nowhere', from: '2026-99-99', to: 'tomorrow', before: '-1' },
      { who: '\0' },
    ]
    for (const query of queries) assert.includeMembers((await found(query)) as string[], all)
  })

  test('keeps the filters in the form, the next page and the file', async ({ assert }) => {
    const { text } = await olga.get(address(PAGE, { what: 'keys', who: 'some', from: day(-1) }))
    assert.match(text, /<option value="keys" selected>/)
    assert.match(text, /name="who" value="some"/)
    assert.include(text, `/settings/security/log.csv?who=some&amp;what=keys&amp;from=${day(-1)}`)
  })

  test('is turned page by page within what was found', async ({ assert }) => {
    await inLive(acme, () =>
      unit(() =>
        SecurityTrail.append(
          ...Array.from({ length: 60 }, (_, made) => ({
            ...{ action: 'session.ended' as const, details: { asked: `s${made}` } },
            actor: { type: 'user' as const, id: ada.id, name: ada.name },
          }))
        )
      )
    )
    const first = await olga.get(`${PAGE}?what=session.ended`)
    const [, older] = /href="([^"]+)"[^>]*>\s*<span>Older/.exec(first.text) ?? []
    assert.match(older, /what=session\.ended/)
    const second = await olga.get(older.replaceAll('&amp;', '&'))
    assert.lengthOf([...first.text.matchAll(/Asked<\/span> s\d+/g)], 50)
    assert.lengthOf([...second.text.matchAll(/Asked<\/span> s\d+/g)], 10)
    assert.notMatch(second.text, />Older</)
  })

  test('comes as a CSV of what was found, with time zones and without formulas', async ({
    assert,
  }) => {
    const answer = await olga.get(`${PAGE}/log.csv?what=keys`)
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^text\/csv/)
    assert.isTrue(answer.text.startsWith('\uFEFFsequence,'), 'as Excel reads it')
    const lines = answer.text.trim().split('\r\n')
    assert.lengthOf(lines, 3)
    assert.match(lines[0], /^sequence,timestamp,timeZone,action,words,/)
    assert.match(
      lines[1],
      /,\d{4}-\d\d-\d\dT[\d:.]+Z,UTC,key\.revoked,Revoked an API key,user,usr_/
    )
    assert.include(lines[1], 'Ada before she married')
    await record('key.changed', { name: FORMULA, userAgent: '@SUM(1)' })
    const { text } = await olga.get(`${PAGE}/log.csv?what=key.changed`)
    assert.include(text, `"'=HYPERLINK(""https://evil.test"",""open"")"`)
    assert.include(text, `,'@SUM(1),`)
  })

  test('is whole in the file, however many parts it is read in', async ({ assert }) => {
    for (let part = 0; part < 6; part++)
      await inLive(acme, () =>
        unit(() =>
          SecurityTrail.append(
            ...Array.from({ length: 100 }, () => ({
              ...{ action: 'hold.imposed' as const, details: {} },
              actor: SYSTEM,
            }))
          )
        )
      )
    const { text } = await olga.get(`${PAGE}/log.csv?what=hold.imposed`)
    const sequences = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
    assert.lengthOf(new Set(sequences), 600)
    assert.deepEqual(
      sequences,
      sequences.toSorted((one, other) => other - one)
    )
  })

  test('is kept from those who may not read it, as page and as file', async ({ assert }) => {
    for (const role of ['developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.get(`${PAGE}/log.csv`)).status, 403, role)
    }
    const other = await Visitor.as(await makeTenant())
    assert.notInclude((await other.get(`${PAGE}/log.csv`)).text, ada.id)
  })
})
