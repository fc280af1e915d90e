import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ask, hostOfTenant } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'

const UNKNOWN = 'We do not know this link'
const ACTIONS = [
  '/consent',
  '/opened',
  '/viewed',
  '/heartbeat',
  '/own-signature',
  '/finish',
  '/decline',
]

test.group('Signing link | guard', (group) => {
  let acme: Tenant
  let globex: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const open = async () => SigningLink.of(acme, await live(() => makeDocument()))
  const sandboxed = async () => {
    const scope = { tenant: acme.ref, environment: 'test' } as const
    const document = await CurrentTenant.run(scope, () => makeDocument())
    return SigningLink.of(acme, document, { environment: 'test' })
  }

  test('knows no link of another tenant, and says so as the tenant of the host', async ({
    assert,
  }) => {
    for (const link of [await open(), await sandboxed()]) {
      for (const path of ['', '/file', '/download', '/status', '/decline']) {
        const answer = await link.get(path, { host: hostOfTenant(globex) })
        assert.equal(answer.status, 404, path)
        assert.include(answer.text, UNKNOWN)
        assert.include(answer.text, 'Globex')
        assert.notInclude(answer.text, 'Contract of sale')
      }
    }
  })

  test('lets nobody act through another tenant’s host', async ({ assert }) => {
    const link = await open()
    const headers = { 'host': hostOfTenant(globex), 'sec-fetch-site': 'same-origin' }
    for (const path of ACTIONS) {
      const answer = await link.ask({ method: 'POST', path, headers })
      assert.equal(answer.status, 404, path)
    }
    const document = await live(() => Document.whole(link.documentId))
    assert.isNull(document!.signers[0].openedAt)
  })

  test('knows no link that was never made, however it is written', async ({ assert }) => {
    const { host, token } = await open()
    const strangers = [
      `tok_${'A'.repeat(43)}`,
      token.replace('tok_', 'trk_'),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      'nonsense',
      '..%2f..%2fetc',
      '%00',
      '%E0%A4%A',
      'x'.repeat(4_000),
    ]
    for (const stranger of strangers) {
      const answer = await ask({ path: `/sign/${stranger}`, headers: { host } })
      assert.oneOf(answer.status, [404, 400], stranger)
      assert.notInclude(answer.text, 'Contract of sale')
    }
  })

  test('knows no link into a sandbox that was never opened', async ({ assert }) => {
    const { token } = await sandboxed()
    const headers = { host: hostOfTenant(globex) }
    assert.equal((await ask({ path: `/sign/${token}`, headers })).status, 404)
    assert.equal((await ask({ path: `/track/trk_${token.slice(4)}`, headers })).status, 404)
  })

  test('is a bare 404 at a host that nobody has', async ({ assert }) => {
    const link = await open()
    const answer = await link.get('', { host: 'nobody.example' })
    assert.equal(answer.status, 404)
    assert.equal(answer.text, 'Not found\n')
  })

  test('marks every page of a test document, and none of a live one', async ({ assert }) => {
    const [real, trial] = [await open(), await sandboxed()]
    for (const link of [real, trial]) {
      const pages = [await link.get(), await link.get('/decline')]
      await link.consent()
      pages.push(await link.get())
      for (const { text } of pages)
        assert.equal(text.includes('This is a test document'), link === trial)
    }
  })

  test('gives its address to nobody and its pages to no cache, index or frame', async ({
    assert,
  }) => {
    const link = await open()
    const pages = [await link.get(), await link.get('/decline'), await link.get('/file')]
    await link.consent()
    pages.push(await link.get(), await link.get('/file'), await link.get('/status'))
    pages.push(await link.get('', { host: hostOfTenant(globex) }))
    for (const { headers } of pages) {
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-frame-options'], 'DENY')
      const policy = String(headers['content-security-policy'])
      assert.include(policy, "default-src 'none'")
      assert.notMatch(policy, /unsafe/)
    }
  })

  test('puts a nonce of its own on each page, and no script or style without one', async ({
    assert,
  }) => {
    const link = await open()
    await link.consent()
    const nonces = new Set<string>()
    for (const { headers, text } of [await link.get(), await link.get()]) {
      const [, nonce] = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))!
      nonces.add(nonce)
      assert.include(text, `<style nonce="${nonce}">`)
      assert.notMatch(text, /<script(?![^>]*\ssrc=)/)
      assert.notMatch(text, /<style(?! nonce=)/)
      assert.notMatch(text, /\s(?:style|on\w+)=/)
    }
    assert.lengthOf([...nonces], 2)
  })

  test('reads no cookie and sets none', async ({ assert }) => {
    const link = await open()
    const cookie = 'session=abc; __Host-session=abc'
    const answers = [
      await link.get('', { cookie }),
      await link.consent(),
      await link.get('', { cookie }),
      await link.call('/viewed'),
      await link.get('/file'),
      await link.finish(),
      await link.get(),
    ]
    for (const { headers, status } of answers) {
      assert.isBelow(status, 400)
      assert.notProperty(headers, 'set-cookie')
    }
  })

  test('takes nothing from a page of somebody else', async ({ assert }) => {
    const link = await open()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'origin': `http://${link.host}` },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: `http://${hostOfTenant(globex)}` },
      { origin: 'nonsense' },
    ]
    for (const path of ACTIONS) {
      for (const headers of foreign) {
        const body = 'accepted=yes&reason=Because'
        const type = { 'content-type': 'application/x-www-form-urlencoded' }
        const order = { method: 'POST', path, body, headers: { ...type, ...headers } } as const
        assert.equal((await link.ask(order)).status, 403, `${path} ${JSON.stringify(headers)}`)
      }
    }
    const document = await live(() => Document.whole(link.documentId))
    assert.equal(document!.status, 'pending')
    assert.isNull(document!.signers[0].consentedAt)
  })

  test('takes what its own pages send, from old browsers and new', async ({ assert }) => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', 'origin': 'null' },
      { origin: 'null' },
      {},
    ]
    for (const headers of own) {
      const link = await open()
      const answer = await link.ask({ method: 'POST', path: '/opened', headers })
      assert.equal(answer.status, 204)
    }
    const link = await open()
    const origin = `http://${link.host}`
    assert.equal(
      (await link.ask({ method: 'POST', path: '/opened', headers: { origin } })).status,
      204
    )
  })

  test('has no other methods and no other pages', async ({ assert }) => {
    const link = await open()
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      assert.equal((await link.ask({ method })).status, 404)
    assert.equal((await link.ask({ method: 'POST' })).status, 404)
    assert.equal((await link.get('/finish')).status, 404)
    assert.equal((await link.get('/nothing')).status, 404)
  })
})
