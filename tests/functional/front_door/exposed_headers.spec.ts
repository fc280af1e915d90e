import { test } from '@japa/runner'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeTenant } from '#tests/factories/tenant_factory'
import { bearerToken, isOpenToPages } from '#app/api/bearer'
import { csvLine } from '#app/foundation/csv_line'
import ApiKey from '#app/identity/keys/api_key'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { enrolledOperator, OperatorVisitor } from '#tests/support/operator_visitor'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'

test.group('Front door | what is shown to whom', () => {
  test('an answer to a live key is for no page of another origin, however the header is written', async ({
    assert,
  }) => {
    const acme = await makeTenant({ withSandbox: true })
    const createdBy = await ownerOf(acme)
    const issue = (environment: 'live' | 'test') =>
      inLive(acme, async () =>
        (await ApiKey.issue({ environment, name: 'One', createdBy })).secret.release()
      )
    const [live, sandbox] = [await issue('live'), await issue('test')]
    const get = (authorization: string) =>
      ask({
        path: '/api/v1/keys/current',
        headers: { host: hostOfTenant(acme), origin: 'https://evil.example', authorization },
      })
    for (const authorization of [
      `Bearer ${live}`,
      `bearer  ${live}`,
      `BEARER    ${live}  `,
      `bEaReR ${live} `,
    ]) {
      const { status, headers } = await get(authorization)
      assert.equal(status, 200, authorization)
      assert.notProperty(headers, 'access-control-allow-origin', authorization)
    }
    const open = await get(`bearer   ${sandbox}`)
    assert.equal(open.status, 200)
    assert.equal(open.headers['access-control-allow-origin'], '*')
  })

  test('one reader of the header decides who asks, and which pages may read the answer', ({
    assert,
  }) => {
    assert.equal(bearerToken('bearer   svc_live_x  '), 'svc_live_x')
    for (const header of [undefined, '', 'Basic eA==', 'Bearer', 'Bearer a b', 'Bearer\ta'])
      assert.isNull(bearerToken(header))
    assert.isTrue(isOpenToPages(undefined))
    assert.isTrue(isOpenToPages('Bearer svc_test_x'))
    for (const header of ['Bearer svc_live_x', 'Bearer SVC_LIVE_x', 'Bearer x'])
      assert.isFalse(isOpenToPages(header))
  })

  test('pages that tell of an error are framed by nobody and name no address', async ({
    assert,
  }) => {
    const acme = await makeTenant()
    const visitor = new Visitor(acme)
    for (const path of ['/nothing-is-here', '/sign/tok_nobodys', '/nothing/%E0%A4%A']) {
      const { status, headers } = await visitor.get(path)
      assert.equal(status, 404, path)
      assert.equal(headers['x-frame-options'], 'DENY', path)
      assert.equal(headers['referrer-policy'], 'no-referrer', path)
    }
  })

  test('the link that sets an operator up is told to no other page', async ({ assert }) => {
    const path = await OperatorInvitation.issue(await enrolledOperator())
    const { status, headers } = await new OperatorVisitor().get(path.release())
    assert.equal(status, 200)
    assert.equal(headers['referrer-policy'], 'no-referrer')
  })

  test('security.txt is the platform’s alone, and says whom to tell and until when', async ({
    assert,
  }) => {
    const path = '/.well-known/security.txt'
    const { status, text } = await new OperatorVisitor().get(path)
    assert.equal(status, 200)
    const [, contact, expires] = /^Contact: (\S+)\nExpires: (\S+)\n$/.exec(text) ?? []
    assert.equal(contact, 'mailto:security@example.test')
    assert.isAbove(Date.parse(expires), Date.now())
    const acme = await makeTenant()
    assert.equal((await new Visitor(acme).get(path)).status, 404)
  })

  test('a text that a spreadsheet would take for a formula stays a text, in full width as well', ({
    assert,
  }) => {
    for (const first of [...'=+-@＝＋－＠'])
      assert.equal(csvLine([`${first}SUM(1)`]), `'${first}SUM(1)\r\n`)
    assert.equal(csvLine(['1＝1']), '1＝1\r\n')
  })
})
