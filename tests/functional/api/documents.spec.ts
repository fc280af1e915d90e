import { FormData } from 'undici'
import { test } from '@japa/runner'
import { sha256Hex } from '#app/foundation/opaque_token'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const ANA = {
  name: 'Ana Buyer',
  email: 'ana@example.test',
  fields: [{ type: 'signature', page: 1, x: 60, y: 200, width: 180, height: 50 }],
}
const BEN = { name: 'Ben Seller', email: 'ben@example.test' }

function without(body: object, ...names: string[]) {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

test.group('API | POST documents', (group) => {
  let acme: Tenant
  let live: ApiClient
  let sandbox: ApiClient
  let pdf: Buffer

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    live = await ApiClient.of(acme, 'live')
    sandbox = await ApiClient.of(acme, 'test')
    pdf = Buffer.from(await makePdf({ pages: 2 }))
  })

  const form = (more: Record<string, string> = {}) => {
    const data = new FormData()
    const fields = { title: 'Contract of sale', signers: JSON.stringify([ANA, BEN]), ...more }
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    data.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'contract.pdf')
    return data
  }

  test('takes signers as a part of JSON, with a file name as a browser sends it', async ({
    assert,
  }) => {
    const body = form()
    const signers = new Blob([JSON.stringify([ANA])], { type: 'application/json' })
    body.set('signers', signers, 'blob')
    const path = '/api/v1/documents'
    const answer = await live.ask({ method: 'POST', path, body })
    assert.equal(answer.status, 201, answer.text)
    body.set('signers', new Blob(['{['], { type: 'application/json' }), 'blob')
    const broken = await live.ask({ method: 'POST', path, body })
    const faults = broken.body.error?.details as Record<string, string>[]
    assert.deepEqual(
      faults.map(({ param, code }) => [param, code]),
      [['signers', 'malformed_json']]
    )
  })

  for (const path of ['/api/v1/documents', '/api/documents']) {
    test(`takes a form with a file at ${path} and sends it`, async ({ assert }) => {
      const body = form({ message: 'Please sign', expiresIn: '14d', metadata: '{"deal":"7"}' })
      const answer = await live.ask({ method: 'POST', path, body })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.headers.location, `/api/v1/documents/${answer.body.id}`)
      assert.match(String(answer.body.id), /^doc_[0-9a-z]{26}$/)
      assert.containSubset(answer.body, {
        object: 'document',
        livemode: true,
        status: 'pending',
        title: 'Contract of sale',
        message: 'Please sign',
        expiresIn: '14d',
        metadata: { deal: '7' },
        emailsSent: 2,
        failedEmails: 0,
        pageCount: 2,
        originalSha256: sha256Hex(pdf),
        requestId: answer.headers['x-request-id'],
      })
      const links = answer.body.signerLinks as { email: string; url: string }[]
      assert.deepEqual(
        links.map(({ email }) => email),
        [ANA.email, BEN.email]
      )
      for (const { url } of links) {
        assert.match(url, new RegExp(`^http://${live.host}:\\d+/sign/tok_[\\w-]{43}$`))
      }
      assert.match(String(answer.body.trackingUrl), /\/track\/trk_[\w-]{43}$/)
    })
  }

  test('takes JSON with the file in base64', async ({ assert }) => {
    const answer = await live.post('/api/v1/documents', {
      title: 'Contract of sale',
      file: pdf.toString('base64'),
      signers: [ANA],
    })
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.originalSha256, sha256Hex(pdf))
  })

  test('shows the same document when it is made and when it is read', async ({ assert }) => {
    const made = await live.ask({ method: 'POST', path: '/api/v1/documents', body: form() })
    const read = await live.get(`/api/v1/documents/${made.body.id}`)
    assert.equal(read.status, 200)
    assert.deepEqual(
      without(read.body, 'requestId'),
      without(made.body, 'signerLinks', 'requestId')
    )
  })

  test('keeps a draft to itself when send is false', async ({ assert }) => {
    const body = form({ send: 'false' })
    const answer = await live.ask({ method: 'POST', path: '/api/v1/documents', body })
    assert.equal(answer.status, 201, answer.text)
    assert.containSubset(answer.body, {
      status: 'draft',
      emailsSent: 0,
      sentAt: null,
      expiresAt: null,
      signerLinks: [],
    })
  })

  test('counts the signers of the first turn as invited, and links to all', async ({ assert }) => {
    const signers = JSON.stringify([
      { ...ANA, order: 1 },
      { ...BEN, order: 2 },
    ])
    const body = form({ signers })
    const answer = await live.ask({ method: 'POST', path: '/api/v1/documents', body })
    assert.equal(answer.body.emailsSent, 1)
    assert.lengthOf(answer.body.signerLinks as unknown[], 2)
    const shown = answer.body.signers as { status: string; order: number }[]
    assert.deepEqual(
      shown.map(({ status, order }) => [status, order]),
      [
        ['sent', 1],
        ['pending', 2],
      ]
    )
  })

  test('merges fields at the top with those of signers', async ({ assert }) => {
    const fields = JSON.stringify([
      {
        type: 'date',
        page: 2,
        x: 10,
        y: 10,
        width: 20,
        height: 5,
        unit: 'percent',
        signer: BEN.email,
      },
    ])
    const body = form({ fields })
    const answer = await live.ask({ method: 'POST', path: '/api/v1/documents', body })
    const shown = answer.body.signers as { fields: Record<string, unknown>[] }[]
    assert.containSubset(shown[1].fields[0], { type: 'date', page: 2, x: 59.5, y: 84.2 })
  })

  test('turns percent into points without noise', async ({ assert }) => {
    const place = { page: 1, x: 14.15, y: 10, width: 33.33, height: 5.1, unit: 'percent' }
    const fields = JSON.stringify([{ type: 'text', ...place, signer: BEN.email }])
    const answer = await live.ask({
      method: 'POST',
      path: '/api/v1/documents',
      body: form({ fields }),
    })
    const shown = answer.body.signers as { fields: Record<string, number>[] }[]
    for (const name of ['x', 'y', 'width', 'height'])
      assert.match(String(shown[1].fields[0][name]), /^\d+(?:\.\d{1,3})?$/, name)
  })

  test('puts what a test key sends into the sandbox alone', async ({ assert }) => {
    const answer = await sandbox.ask({ method: 'POST', path: '/api/v1/documents', body: form() })
    assert.equal(answer.status, 201, answer.text)
    assert.isFalse(answer.body.livemode)
    const id = String(answer.body.id)
    const inLive = await CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
      Document.find(id)
    )
    assert.isNull(inLive)
    assert.equal((await sandbox.get(`/api/v1/documents/${id}`)).status, 200)
  })

  test('names the key’s maker, through the key, in the trail', async ({ assert }) => {
    const made = await live.ask({ method: 'POST', path: '/api/v1/documents', body: form() })
    const trail = await live.get(`/api/v1/documents/${made.body.id}/audit`)
    const [first] = trail.body.data as Record<string, Record<string, unknown>>[]
    assert.equal(first.action as unknown, 'document.created')
    assert.containSubset(first.actor, { type: 'user', name: 'Olga Owner', via: live.keyId })
    assert.equal(first.ipAddress as unknown, '127.0.0.1')
  })

  test('leaves nothing behind when the fields do not fit the page', async ({ assert }) => {
    const count = () =>
      CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, () =>
        Document.query().count('* as total').firstOrFail()
      )
    const before = (await count()).$extras.total
    const far = { ...ANA, fields: [{ ...ANA.fields[0], x: 5_000 }] }
    const body = form({ signers: JSON.stringify([far]) })
    const answer = await live.ask({ method: 'POST', path: '/api/v1/documents', body })
    assert.equal(answer.status, 422)
    assert.containSubset(answer.body.error, {
      code: 'field_off_page',
      param: 'signers[0].fields[0]',
      details: { pageWidth: 595, pageHeight: 842 },
    })
    assert.equal((await count()).$extras.total, before)
  })
})

test.group('API | GET documents/:id', (group) => {
  let live: ApiClient
  let withLinks: ApiClient
  let id: string

  group.setup(async () => {
    const acme = await makeTenant()
    live = await ApiClient.of(acme, 'live')
    withLinks = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'links:read', 'audit:read'],
    })
    const file = Buffer.from(await makePdf()).toString('base64')
    const made = await live.post('/api/v1/documents', { title: 'Lease', file, signers: [ANA, BEN] })
    id = String(made.body.id)
  })

  test('gives back a redirectUrl as a URI, and unchanged where it is one', async ({ assert }) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const json = { title: 'Lease', file, signers: [ANA], send: false }
    for (const [redirectUrl, uri] of [
      ['https://acme.example', 'https://acme.example'],
      ['https://acme.example/vielen dank|', 'https://acme.example/vielen%20dank%7C'],
    ]) {
      const made = await live.post('/api/v1/documents', { ...json, redirectUrl })
      assert.equal(made.body.redirectUrl, uri)
      const path = `/api/v1/documents/${String(made.body.id)}`
      const cleared = await live.ask({ method: 'PATCH', path, json: { redirectUrl: null } })
      assert.isNull(cleared.body.redirectUrl)
      const set = await live.ask({ method: 'PATCH', path, json: { redirectUrl } })
      assert.equal(set.body.redirectUrl, uri)
    }
  })

  test('refuses a redirectUrl that becomes too long as a URI', async ({ assert }) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const json = { title: 'Lease', file, signers: [ANA], send: false }
    const redirectUrl = `https://acme.example/${'ü'.repeat(1_000)}`
    const { status, body } = await live.post('/api/v1/documents', { ...json, redirectUrl })
    assert.equal(status, 422)
    assert.containsSubset(body.error?.details, [{ param: 'redirectUrl', code: 'too_long' }])
  })

  test('has every documented field', async ({ assert }) => {
    const { body } = await live.get(`/api/documents/${id}`)
    assert.sameMembers(Object.keys(body), [
      ...['id', 'documentId', 'object', 'livemode', 'requestId', 'status', 'title', 'message'],
      ...['expiresIn', 'trackingUrl', 'emailsSent', 'failedEmails', 'metadata', 'redirectUrl'],
      ...['createdBy', 'labels', 'progress', 'pageCount', 'originalSha256', 'canonicalSha256'],
      ...['sealedSha256', 'revisions', 'createdAt', 'updatedAt', 'sentAt', 'completedAt'],
      ...[
        'declinedAt',
        'expiredAt',
        'voidedAt',
        'voidReason',
        'failedAt',
        'expiresAt',
        'erasedAt',
        'signers',
      ],
    ])
    const [signer] = body.signers as Record<string, unknown>[]
    assert.sameMembers(Object.keys(signer), [
      ...['id', 'key', 'name', 'email', 'order', 'status', 'fields', 'sentAt', 'viewedAt'],
      ...['signedAt', 'declinedAt', 'declineReason'],
    ])
    assert.match(String(body.createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('shows no signing link without the scope for links', async ({ assert }) => {
    const { text } = await live.get(`/api/v1/documents/${id}`)
    assert.notInclude(text, 'tok_')
  })

  test('shows links to a key that may see them, and writes down that it did', async ({
    assert,
  }) => {
    const { body } = await withLinks.get(`/api/v1/documents/${id}`)
    const links = body.signerLinks as { url: string }[]
    const signers = body.signers as { id: string; signingUrl: string }[]
    assert.deepEqual(
      links.map(({ url }) => url),
      signers.map(({ signingUrl }) => signingUrl)
    )
    const trail = await withLinks.get(`/api/v1/documents/${id}/audit`)
    const told = (trail.body.data as Record<string, unknown>[]).slice(-signers.length)
    assert.containSubset(
      told,
      signers.map((signer) => ({
        action: 'link.disclosed',
        actor: { via: withLinks.keyId },
        details: { signerId: signer.id },
      }))
    )
  })

  test('writes it down once an hour for each key and signer, and then how often it was', async ({
    assert,
  }) => {
    const { tenant } = withLinks
    const within = <T>(work: () => Promise<T>) =>
      CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, work)
    const document = await within(() => makeDocument())
    const disclosed = async () => {
      const { body } = await withLinks.get(`/api/v1/documents/${document.id}/audit?limit=100`)
      return (body.data as { action: string; details: { signerId: string; times?: number } }[])
        .filter(({ action }) => action === 'link.disclosed')
        .map(({ details }) => [details.signerId, details.times])
    }
    const [ana, ben] = document.signers.map(({ id: signerId }) => signerId)
    for (let poll = 0; poll < 5; poll++) await withLinks.get(`/api/v1/documents/${document.id}`)
    assert.deepEqual(await disclosed(), [
      [ana, undefined],
      [ben, undefined],
    ])
    await within(async () => (await Document.whole(document.id))!.void({ by: OLGA }))
    assert.sameDeepMembers((await disclosed()).slice(2), [
      [ana, 4],
      [ben, 4],
    ])
  })
})

test.group('API | GET documents/:id/audit', (group) => {
  let live: ApiClient
  let id: string

  group.setup(async () => {
    live = await ApiClient.of(await makeTenant(), 'live')
    const file = Buffer.from(await makePdf()).toString('base64')
    const made = await live.post('/api/v1/documents', { title: 'Lease', file, signers: [ANA, BEN] })
    id = String(made.body.id)
  })

  test('lists the entries oldest first, each bound to the one before', async ({ assert }) => {
    const { body } = await live.get(`/api/documents/${id}/audit`)
    const entries = body.data as Record<string, unknown>[]
    assert.containSubset(body, { object: 'list', hasMore: false, livemode: true })
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['document.created', 'document.uploaded', 'document.sent', 'invite.sent', 'invite.sent']
    )
    assert.deepEqual(
      entries.map(({ prevHash }) => prevHash),
      [null, ...entries.slice(0, -1).map(({ hash }) => hash)]
    )
    assert.containSubset(entries[3], {
      object: 'audit_entry',
      sequence: 4,
      actor: { type: 'system' },
      timeZone: 'UTC',
      details: { email: ANA.email },
    })
  })

  test('is walked by its cursor, which is there at the end as well', async ({ assert }) => {
    const seen: unknown[] = []
    let cursor = ''
    for (let more = true; more;) {
      const { body } = await live.get(`/api/v1/documents/${id}/audit?limit=2${cursor}`)
      seen.push(...(body.data as { sequence: number }[]).map(({ sequence }) => sequence))
      cursor = `&cursor=${body.nextCursor}`
      more = body.hasMore as boolean
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5])
    const { body } = await live.get(`/api/v1/documents/${id}/audit?limit=2${cursor}`)
    assert.deepEqual(body.data, [])
    assert.equal(`&cursor=${body.nextCursor}`, cursor)
  })

  test('is had as CSV as a whole, in which nothing is a formula', async ({ assert }) => {
    const file = Buffer.from(await makePdf()).toString('base64')
    const signers = [{ name: '=HYPERLINK("http://evil.test")', email: 'ana@example.test' }]
    const made = await live.post('/api/v1/documents', { title: '+1', file, signers })
    const answer = await live.get(`/api/v1/documents/${made.body.id}/audit?format=csv`, {
      'user-agent': "@SUM(1+1)*cmd|' /C calc'!A0",
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(
      String(answer.headers['content-disposition']),
      /^attachment; filename=".*-audit\.csv"/
    )
    const lines = answer.text.trimEnd().split('\r\n')
    const listed = await live.get(`/api/v1/documents/${made.body.id}/audit?limit=100`)
    assert.lengthOf(lines, 1 + (listed.body.data as unknown[]).length)
    assert.match(lines[0], /^sequence,timestamp,timeZone,action,/)
    assert.isFalse(lines.some((line) => /(^|,)"?[=+@-]/.test(line)))
    const none = await live.get(`/api/v1/documents/doc_01m7y40e2r6eqbqt8qhhqb7vwv/audit?format=csv`)
    assert.equal(none.status, 404)
  })
})
