import { test } from '@japa/runner'
import { Suppression } from '#app/documents/signers/suppression'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Receiver } from '#tests/support/receiver'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }

test.group('API | POST signatures/send', (group) => {
  let acme: Tenant
  let client: ApiClient
  let shelf: Receiver
  let pdf: Buffer

  group.setup(async () => {
    acme = await makeTenant()
    client = await ApiClient.of(acme, 'live')
    shelf = await Receiver.open()
    pdf = Buffer.from(await makePdf())
  })
  group.each.setup(() => shelf.answers(() => ({ body: pdf })))
  group.teardown(() => shelf.close())

  const at = (path: string) => new URL(path, shelf.url).href

  for (const path of ['/api/signatures/send', '/api/v1/signatures/send']) {
    test(`fetches a document and sends it, at ${path}`, async ({ assert }) => {
      const answer = await client.post(path, { documentUrl: at('/lease.pdf'), signers: [ANA] })
      assert.equal(answer.status, 201, answer.text)
      assert.containSubset(answer.body, {
        object: 'document',
        livemode: true,
        status: 'pending',
        emailsSent: 1,
        failedEmails: 0,
        title: 'lease.pdf',
        requestId: answer.headers['x-request-id'],
      })
      assert.match(String(answer.body.documentId), /^doc_/)
      assert.equal(answer.headers.location, `/api/v1/documents/${answer.body.documentId}`)
      const [signer] = answer.body.signers as Record<string, string>[]
      assert.containSubset(signer, { email: ANA.email, status: 'sent' })
      assert.match(signer.signingUrl, /\/sign\/tok_[\w-]{43}$/)
      assert.match(String(answer.body.trackingUrl), /\/track\/trk_[\w-]{43}$/)
      const shown = await client.get(`/api/documents/${answer.body.documentId}`)
      assert.equal(shown.status, 200)
    })
  }

  test('says to whom no mail goes because their address refused it before', async ({ assert }) => {
    const email = 'refusing@example.test'
    await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      CurrentTenant.batch([Suppression.of(email, '550', 'mai_1')])
    )
    const order = { documentUrl: at('/lease.pdf'), signers: [ANA, { ...ANA, email }] }
    const { body, status, text } = await client.post('/api/v1/signatures/send', order)
    assert.equal(status, 201, text)
    const signers = body.signers as Record<string, string>[]
    assert.deepEqual(
      signers.map((signer) => signer.status),
      ['sent', 'delivery_failed']
    )
    assert.deepEqual([body.emailsSent, body.failedEmails], [1, 1])
    assert.match(signers[1].signingUrl, /\/sign\/tok_/)
  })

  test('does not mind what the file is called or called a type', async ({ assert }) => {
    shelf.answers(() => ({ body: pdf, headers: { 'content-type': 'text/html' } }))
    const documentUrl = at('/files/Contrat%20de%20bail?signature=s3cret')
    const answer = await client.post('/api/v1/signatures/send', { documentUrl, signers: [ANA] })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.title, 'Contrat de bail.pdf')
    assert.notInclude(answer.text, 's3cret')
  })

  test('says what is wrong with an address that holds a password', async ({ assert }) => {
    const documentUrl = 'https://user:pw@files.example/lease.pdf'
    const answer = await client.post('/api/v1/signatures/send', { documentUrl, signers: [ANA] })
    assert.containSubset(answer.body.error, {
      code: 'validation_failed',
      message: 'documentUrl must not hold a user name or password',
      details: [{ param: 'documentUrl', code: 'credentials_in_url' }],
    })
    assert.notInclude(answer.text, 'user:pw')
  })

  test('follows three redirects and not four', async ({ assert }) => {
    const hops = (left: number) => {
      shelf.answers(({ path }) => {
        const hop = Number(path.slice(1))
        return hop === 0 ? { body: pdf } : { status: 302, headers: { location: `/${hop - 1}` } }
      })
      return client.post('/api/v1/signatures/send', { documentUrl: at(`/${left}`), signers: [ANA] })
    }
    assert.equal((await hops(3)).status, 201)
    const refused = await hops(4)
    assert.equal(refused.status, 422)
    assert.equal(refused.body.error?.code, 'url_unreachable')
  })

  test('refuses a file that goes on beyond 25 MiB', async ({ assert }) => {
    shelf.answers(() => ({ body: Buffer.alloc(25 * 1024 * 1024 + 1) }))
    const answer = await client.post('/api/v1/signatures/send', {
      documentUrl: at('/large.pdf'),
      signers: [ANA],
    })
    assert.equal(answer.status, 413)
    assert.equal(answer.body.error?.code, 'file_too_large')
  })

  test('looks at the order before it fetches anything', async ({ assert }) => {
    const before = shelf.calls.length
    const answer = await client.post('/api/v1/signatures/send', {
      documentUrl: at('/x'),
      signers: [],
    })
    assert.equal(answer.body.error?.code, 'validation_failed')
    assert.lengthOf(shelf.calls, before)
  })
})
