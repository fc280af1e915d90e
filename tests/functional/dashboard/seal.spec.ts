import { test } from '@japa/runner'
import { FormData } from 'undici'
import { SecurityTrail } from '#app/audit/security_trail'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { OutsideAuthority, P12_PASSWORD, pkcs12 } from '#tests/support/outside_authority'

const PAGE = '/settings/seal'
const DAY_MS = 86_400_000

test.group('Dashboard | the certificate of the seal', (group) => {
  let acme: Tenant
  let olga: Visitor
  let file: Buffer

  group.setup(async () => {
    const outside = await OutsideAuthority.make()
    const until = new Date(Date.now() + 20 * DAY_MS)
    file = await pkcs12(await outside.issue('P-256', { until }))
  })
  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    olga = await Visitor.as(acme)
  })

  const current = () => inLive(acme, () => OwnCertificate.current())
  const told = () =>
    inLive(acme, async () =>
      (await SecurityTrail.read())
        .filter(({ action }) => action.startsWith('seal_'))
        .map(({ action, body }) => [action, body.actor.id])
    )

  function form(bytes: Buffer | null, password: string): FormData {
    const sent = new FormData()
    if (bytes) sent.append('file', new Blob([new Uint8Array(bytes)]), 'acme.p12')
    sent.append('password', password)
    return sent
  }

  test('is the tenant’s own after a file was sent, and ours again after its removal', async ({
    assert,
  }) => {
    assert.include((await olga.get(PAGE)).text, 'A certificate that we issue')
    const { status } = await olga.upload(`${PAGE}/file`, form(file, P12_PASSWORD))
    assert.equal(status, 303)
    const { text } = await olga.get(PAGE)
    for (const shown of ['Acme Holding AG', 'CN=Outside Trust Seals', 'CN=Outside Trust Root'])
      assert.include(text, shown)
    assert.include(text, 'Your certificate ends')
    assert.include((await olga.get('/documents')).text, 'your documents are sealed with ends')
    assert.notInclude(text, P12_PASSWORD)
    assert.equal((await olga.post(`${PAGE}/remove`)).status, 303)
    await olga.post(`${PAGE}/remove`) // once more changes nothing
    assert.include((await olga.get(PAGE)).text, 'A certificate that we issue')
    assert.notInclude((await olga.get('/documents')).text, 'sealed with ends')
    assert.deepEqual(await told(), [
      ['seal_certificate.removed', olga.user!.id],
      ['seal_certificate.used', olga.user!.id],
    ])
  })

  test('stays as it is where the file or its password is wrong, and the page says why', async ({
    assert,
  }) => {
    for (const [sent, says] of [
      [form(file, 'wrong'), 'The password does not open the file.'],
      [form(file, ''), 'Enter the password of the file.'],
      [form(null, P12_PASSWORD), 'Choose the file with the certificate.'],
      [form(Buffer.from('%PDF-1.7'), P12_PASSWORD), 'The file cannot be read.'],
      [form(Buffer.alloc(70_000), P12_PASSWORD), 'The file is larger than 64 KB.'],
    ] as const) {
      const { status, text } = await olga.upload(`${PAGE}/file`, sent)
      assert.equal(status, 422, says)
      assert.include(text, says)
      assert.notInclude(text, P12_PASSWORD)
    }
    assert.equal((await olga.post(`${PAGE}/file`, { password: 'x' })).status, 422)
    assert.isNull(await current())
    assert.deepEqual(await told(), [])
  })

  test('is for owners and admins, and for plans with branding', async ({ assert }) => {
    for (const role of ['developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.get(PAGE)).status, 403, role)
      assert.equal((await visitor.upload(`${PAGE}/file`, form(file, P12_PASSWORD))).status, 403)
      assert.equal((await visitor.post(`${PAGE}/remove`)).status, 403)
    }
    const admin = await Visitor.as(acme, 'admin')
    assert.equal((await admin.upload(`${PAGE}/file`, form(file, P12_PASSWORD))).status, 303)
    acme = await makeTenant({ plan: 'free' })
    const frugal = await Visitor.as(acme)
    assert.include((await frugal.get(PAGE)).text, 'does not include branding')
    const refused = await frugal.upload(`${PAGE}/file`, form(file, P12_PASSWORD))
    assert.include(refused.text, 'does not include branding')
    assert.isNull(await current())
  })
})
