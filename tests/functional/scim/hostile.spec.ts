import { test } from '@japa/runner'
import { SecurityTrail } from '#app/audit/security_trail'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { PATCH, ScimClient, USER, type Json } from '#tests/support/scim_client'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

test.group('SCIM | hostile input', (group) => {
  let acme: Tenant
  let client: ScimClient
  let ann: Json
  let circle: Json

  group.setup(async () => {
    acme = await makeTenant()
    client = await ScimClient.of(acme)
    ann = await client.make('ann@corp.example', { externalId: 'ann', title: 'Counsel' })
    const members = [{ value: ann.id }]
    circle = (await client.post('/Groups', { displayName: 'Circle', members })).body
  })

  /** All that a request may have changed. */
  const state = async () => {
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    const [users, groups] = [await client.get('/Users'), await client.get('/Groups')]
    return [entry.sequence, users.answer.text, groups.answer.text]
  }

  test('as an identifier is not found, whatever it is', async ({ assert }) => {
    const before = await state()
    const ids = [
      ...['%00', `${ann.id}%00`, 'usr_', '0', '-1', 'null', '..%2f..%2fUsers', '%F0%9F%96%8B'],
      ...[ann.id.toUpperCase(), `${ann.id}x`, ann.id.replace('usr', 'grp'), "usr_'--", '%ED%A0%80'],
      ...['__proto__', 'constructor', 'a'.repeat(4_000), 'usr_zzzzzzzzzzzzzzzzzzzzzzzzzz'],
      ...['%ff', '%c0%80', '%', '%zz', '%u0000'],
    ]
    for (const id of ids)
      for (const path of [`/Users/${id}`, `/Groups/${id}`]) {
        const change = { schemas: [PATCH], Operations: [{ op: 'replace', value: { title: 'x' } }] }
        const asked = [
          client.get(path),
          client.send('PATCH', path, change),
          client.send('PUT', path, { userName: 'bo@corp.example', displayName: 'Bo' }),
          client.send('DELETE', path),
        ]
        for (const { status, body } of await Promise.all(asked)) {
          assert.equal(status, 404, path)
          assert.deepEqual(body.schemas, [ERROR], path)
        }
      }
    assert.deepEqual(await state(), before)
  })

  test('as a member, in filters and in paths is refused or finds nobody', async ({ assert }) => {
    const before = await state()
    const ids = [
      '',
      '\0',
      `${ann.id}\0`,
      '\ud800',
      'usr_',
      'a'.repeat(5_000),
      "' or 1=1 --",
      circle.id,
    ]
    for (const value of ids) {
      const members = [{ value }]
      const operations: Json[] = [
        { op: 'add', path: 'members', value: members },
        { op: 'replace', path: 'members', value: members },
        { op: 'add', value: { members } },
      ]
      for (const operation of operations) {
        const { status, body } = await client.patch(`/Groups/${circle.id}`, operation)
        assert.equal(status, 400, JSON.stringify(operation))
        assert.equal(body.scimType, 'invalidValue', JSON.stringify(operation))
      }
      const circleNow = { displayName: 'Circle', members }
      assert.equal((await client.send('PUT', `/Groups/${circle.id}`, circleNow)).status, 400)
      assert.equal((await client.post('/Groups', { ...circleNow, displayName: 'New' })).status, 400)
      for (const resource of ['Users', 'Groups']) {
        const filter = `${resource === 'Users' ? 'id' : 'members'} eq ${JSON.stringify(value)}`
        const found = await client.find(filter, resource)
        if (filter.length > 1_000) assert.equal(found.status, 400, filter)
        else assert.equal(found.body.totalResults, 0, filter)
      }
    }
    const gone = [
      { op: 'remove', path: `members[value eq "\0"]` },
      { op: 'remove', path: 'members[value eq "nobody"]' },
      { op: 'remove', path: 'members', value: [{ value: 'usr_nobody' }] },
    ]
    for (const operation of gone)
      assert.include([200, 400], (await client.patch(`/Groups/${circle.id}`, operation)).status)
    assert.deepEqual(await state(), before)
  })

  test('in filters is refused as a filter, never with a fault of ours', async ({ assert }) => {
    const before = await state()
    const filters = [
      `${'('.repeat(490)}active eq true${')'.repeat(490)}`,
      `${'not '.repeat(240)}(active eq true)`,
      `${'emails['.repeat(100)}type eq "work"${']'.repeat(100)}`,
      ...['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '-005000-01-01T00:00:00Z'].map(
        (time) => `meta.created gt "${time}"`
      ),
      ...['__proto__ pr', 'constructor pr', 'emails[__proto__ eq "a"]', 'meta pr', 'name pr'],
      ...['members eq 1', 'userName eq null and', '"a" eq userName', 'emails[type eq', 'emails[]'],
      'userName eq "a\\"',
    ]
    for (const filter of filters)
      for (const resource of ['Users', 'Groups']) {
        const { status, body } = await client.find(filter, resource)
        assert.include([200, 400], status, `${resource} ${filter.slice(0, 60)}`)
        if (status === 400) assert.equal(body.scimType, 'invalidFilter')
      }
    const brackets = `${'('.repeat(10_000)}active eq true${')'.repeat(10_000)}`
    assert.equal((await client.find(brackets)).status, 431)
    for (const query of ['startIndex=9999999999999999', 'count=-5', 'count=1e9', 'startIndex=%00'])
      assert.equal((await client.get(`/Users?${query}`)).status, 200, query)
    for (const query of ['attributes=%00', 'attributes=%ff,__proto__', 'excludedAttributes=%'])
      assert.equal((await client.get(`/Users?${query}`)).status, 200, query)
    assert.deepEqual(await state(), before)
  })

  test('in bodies is refused, and changes nothing', async ({ assert }) => {
    const before = await state()
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const wide = `[${Array.from({ length: 150_000 }, () => '[[]]').join(',')}]`
    const bodies = [
      `{"userName":${nested(500_000)}}`,
      `{"userName":"bo@corp.example","emails":${wide}}`,
      `{"userName":"bo@corp.example","emails":[${Array.from({ length: 51 }, (_, n) => `{"value":"a${n}@corp.example"}`).join(',')}]}`,
      `{"userName":"bo@corp.example","name":"Bo"}`,
      `{"userName":"bo@corp.example","name":[]}`,
      `{"userName":"bo@corp.example","active":{}}`,
      `{"userName":["bo@corp.example"]}`,
      `{"USERNAME":5}`,
      `{"__proto__":{"userName":"bo@corp.example"}}`,
      `{"userName":"bo"}`,
      '"userName"',
      '{"userName":"bo@corp.example"',
      `\ufeff{"userName":`,
    ]
    for (const body of bodies) {
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', `/Users/${ann.id}`],
      ]) {
        const { status, body: answer } = await client.send(method, path, body)
        assert.equal(status, 400, `${method} ${body.slice(0, 60)}`)
        assert.deepEqual(answer.schemas, [ERROR])
      }
    }
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', '']) {
      const body = '{"userName":"bo@corp.example"}'
      const { status } = await client.send('POST', '/Users', body, { 'content-type': type })
      assert.equal(status, 400, type)
    }
    const large = JSON.stringify({ userName: 'a'.repeat(1_100_000) })
    assert.equal((await client.send('PUT', `/Users/${ann.id}`, large)).status, 413)
    assert.deepEqual(await state(), before)
  })

  test('in operations is refused whole, the good ones beside it as well', async ({ assert }) => {
    const before = await state()
    const good = { op: 'replace', path: 'title', value: 'Changed' }
    const thousand = Array.from({ length: 1_001 }, () => good)
    const bad: Json[][] = [
      thousand,
      [good, null as unknown as Json],
      [good, [] as unknown as Json],
      [good, { op: 'replace', path: 5, value: 'a' }],
      [good, { op: 'replace', path: `emails[${'('.repeat(900)}`, value: 'a' }],
      [good, { op: 'replace', path: 'a'.repeat(2_000), value: 'a' }],
      [good, { op: 'replace', path: 'title[type eq "work"]', value: 'a' }],
      [good, { op: 'replace', path: 'title.sub', value: 'a' }],
      [good, { op: 'replace', path: 'emails', value: 5 }],
      [good, { op: 'replace', path: 'name', value: 'a' }],
      [good, { op: 'replace', value: [] }],
      [good, { op: 'replace', value: { title: {} } }],
      [good, { op: { toString: 'x' }, path: 'title', value: 'a' }],
      [good, { op: 'remove', path: 'emails', value: 5 }],
      [good, { op: 'add', path: 'emails[type eq 5].value', value: {} }],
    ]
    for (const operations of bad) {
      const { status, body } = await client.patch(`/Users/${ann.id}`, ...operations)
      assert.equal(status, 400, JSON.stringify(operations).slice(0, 120))
      assert.isString(body.scimType)
    }
    const schemas = [[], 'PatchOp', ['urn:x'], [{}], { a: 1 }, [{ toString: 'x' }]]
    for (const one of schemas) {
      const sent = { schemas: one, Operations: [good] }
      assert.equal((await client.send('PATCH', `/Users/${ann.id}`, sent)).status, 400)
    }
    assert.deepEqual(await state(), before)
  })

  test('cannot pile up values of one attribute, in one request or in many', async ({ assert }) => {
    const { id } = await client.make('piled@corp.example')
    const phones = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ value: `+1 555 ${from + n}`, type: 'work' }))
    const add = (value: Json[]) => ({ op: 'add', path: 'phoneNumbers', value })
    assert.equal((await client.patch(`/Users/${id}`, add(phones(0, 50)))).status, 200)
    const before = (await client.get(`/Users/${id}`)).answer.text
    const chosen = Array.from({ length: 60 }, (_, n) => ({
      ...{ op: 'add', path: `phoneNumbers[type eq "kind${n}"].value`, value: `+2 ${n}` },
    }))
    for (const operations of [[add(phones(50, 1))], chosen, [add(phones(100, 50))]]) {
      const { status, body } = await client.patch(`/Users/${id}`, ...operations)
      assert.equal(status, 400)
      assert.equal(body.scimType, 'invalidValue')
    }
    assert.equal((await client.get(`/Users/${id}`)).answer.text, before)
    await client.send('DELETE', `/Users/${id}`)
  })

  test('cannot say one thing twice: the last of two spellings counts, in any case', async ({
    assert,
  }) => {
    const body = `{"schemas":["${USER.toUpperCase()}"],"USERNAME":"first@corp.example","userName":"second@corp.example","Emails":[{"VALUE":"second@corp.example"}]}`
    const made = await client.send('POST', '/Users', body)
    assert.equal(made.status, 201, made.answer.text)
    assert.equal(made.body.userName, 'second@corp.example')
    const path = `${USER.toUpperCase()}:Title`
    const upper = await client.send('PATCH', `/Users/${made.body.id}`, {
      schemas: [PATCH.toUpperCase()],
      Operations: [{ op: 'REPLACE', path, value: 'Partner' }],
    })
    assert.equal(upper.body.title, 'Partner')
    await client.send('DELETE', `/Users/${made.body.id}`)
  })
})
