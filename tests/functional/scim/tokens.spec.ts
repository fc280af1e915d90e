import { test } from '@japa/runner'
import DirectoryToken from '#app/directory/directory_token'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { sha256Hex } from '#app/foundation/opaque_token'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf } from '#tests/support/dashboard_visitor'
import { issuedToken, ScimClient, USER } from '#tests/support/scim_client'

test.group('SCIM | tokens', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant()
  })

  test('open the tenant whose they are, and no other', async ({ assert }) => {
    const globex = await makeTenant()
    const client = await ScimClient.of(acme)
    await ScimClient.of(globex)
    assert.equal((await client.get('/Users')).status, 200)
    for (const path of ['/Users', '/Groups', '/Schemas', '/ServiceProviderConfig', '/nothing']) {
      const { status, body } = await client.at(globex).get(path)
      assert.equal(status, 401, path)
      assert.equal(body.detail, 'This token is unknown, revoked or expired')
    }
    const { id } = await client.make('ann@corp.example')
    const theirs = await ScimClient.of(globex, 'Second')
    assert.equal((await theirs.get(`/Users/${id}`)).status, 404)
    assert.equal(
      (await theirs.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status,
      404
    )
    assert.equal((await theirs.send('DELETE', `/Users/${id}`)).status, 404)
    assert.isTrue((await client.get(`/Users/${id}`)).body.active)
  })

  test('are asked for, in the shape of SCIM', async ({ assert }) => {
    for (const token of [null, 'nonsense', `scim_${'a'.repeat(43)}`]) {
      const { status, body, answer } = await new ScimClient(acme, token).get('/Users')
      assert.equal(status, 401)
      assert.equal(body.status, '401')
      assert.include(String(answer.headers['content-type']), 'application/scim+json')
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  })

  test('work beside a new one for seven days, two at most, until they are revoked', async ({
    assert,
  }) => {
    const globex = await makeTenant()
    const first = await ScimClient.of(globex)
    const second = await ScimClient.of(globex)
    assert.equal((await first.get('/Users')).status, 200)
    await assert.rejects(() => issuedToken(globex), /Two tokens are in force/)
    const { id, name } = await ownerOf(globex)
    const owner = { type: 'user', id, name } as const
    const tokens = await inLive(globex, () => DirectoryToken.inForce())
    assert.lengthOf(tokens, 2)
    const ends = tokens.at(-1)!.expiresAt!.getTime() - clock.now().getTime()
    assert.closeTo(ends, 7 * DAY_MS, 60_000)
    await inLive(globex, () => tokens[0].revoke(owner))
    assert.equal((await second.get('/Users')).status, 401)
    assert.equal((await first.get('/Users')).status, 200)
    await inLive(globex, () =>
      tokens[1].merge({ expiresAt: new Date(clock.now().getTime() - 1) }).save()
    )
    assert.equal((await first.get('/Users')).status, 401)
  })

  test('that end sooner anyway are not prolonged by a new one', async ({ assert }) => {
    const globex = await makeTenant()
    await issuedToken(globex)
    const [first] = await inLive(globex, () => DirectoryToken.inForce())
    const soon = new Date(clock.now().getTime() + DAY_MS)
    await inLive(globex, () => first.merge({ expiresAt: soon }).save())
    await issuedToken(globex)
    await inLive(globex, () => first.refresh())
    assert.deepEqual(first.expiresAt, soon)
  })

  test('are kept as digests', async ({ assert }) => {
    const globex = await makeTenant()
    const token = await issuedToken(globex)
    assert.match(token, /^scim_[\w-]{43}$/)
    const [row] = await inLive(globex, () => DirectoryToken.query())
    assert.notInclude(JSON.stringify(row.$attributes), token)
    assert.equal(row.tokenSha256, sha256Hex(token))
  })

  test('write nothing where the plan has no single sign-on', async ({ assert }) => {
    const pro = await makeTenant({ plan: 'pro' })
    await assert.rejects(() => issuedToken(pro), /does not include/)
  })

  test('open the documents that say what the service can do', async ({ assert }) => {
    const globex = await makeTenant()
    const own = await ScimClient.of(globex)
    const config = await own.get('/ServiceProviderConfig')
    assert.isTrue(config.body.patch.supported)
    assert.isTrue(config.body.etag.supported)
    const types = await own.get('/ResourceTypes')
    assert.deepEqual(
      types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
      ['/Users', '/Groups']
    )
    assert.equal((await own.get('/ResourceTypes/User')).body.schema, USER)
    const schemas = await own.get('/Schemas')
    assert.equal(schemas.body.totalResults, 3)
    const { body: user } = await own.get(`/Schemas/${USER}`)
    const names = user.attributes.map(({ name }: { name: string }) => name)
    assert.includeMembers(names, ['userName', 'emails', 'active', 'groups'])
    const missing = await own.get('/Bulk')
    assert.equal(missing.status, 404)
    assert.equal(missing.body.status, '404')
  })
})
