import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import testUtils from '@adonisjs/core/services/test_utils'
import { Checkpoints } from '#app/audit/checkpoints/checkpoints'
import { TransparencyLog } from '#app/audit/transparency/transparency_log'
import Document from '#app/documents/document'
import ExceptionHandler from '#app/exceptions/handler'
import User from '#app/identity/users/user'
import Mail from '#app/notifications/mail'
import { Cell } from '#app/tenancy/cell'
import { logOrigin } from '#app/tenants/hosts/log_origin'
import { nameServers } from '#app/tenants/hosts/name_server'
import { Profile } from '#app/brand/profile'
import type Tenant from '#app/tenants/tenant'
import { tenantResolver } from '#app/tenants/hosts/tenant_resolver'
import Endpoint from '#app/webhooks/endpoints/endpoint'
import { checkBrand } from '#app/white_label/brand_check'
import type { Exhibit } from '#app/white_label/exhibit'
import { hostMark, marksAgainst, nameMark, type Mark } from '#app/white_label/marks'
import { exhibitOf, type Asker } from '#app/white_label/page_exhibits'
import { pdfTexts } from '#app/white_label/pdf_texts'
import { tracesIn } from '#app/white_label/trace'
import { ApiClient, ask, hostOfTenant } from '#tests/factories/api_client'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'
import { DnsWorld } from '#tests/support/dns_world'
import { sealedFile } from '#tests/support/populated_tenant'
import { doWork } from '#tests/support/inline_work'
import { Receiver } from '#tests/support/receiver'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'
import { SmtpHost } from '#tests/support/smtp_host'
import { makeWhiteLabel, OWN, RESELLER, SIBLING } from '#tests/support/white_label_tenant'

const HOST = `sign.${OWN.domain}`
const OTHER = 'Mongoose Unlimited'

/** Pages about hosts and senders show where they lead. An operator can choose neutral names (`TARGET_DOMAIN`, `MAIL_FROM`). */
const TELLS_HOSTS = /\/settings\/(?:domains|sender)/
/** The brand form shows the inherited values, which come from the tenant’s own reseller. */
const TELLS_INHERITED = /\/settings\/brand/

test.group('A white-label tenant', (group) => {
  let tenant: Tenant
  let marks: Mark[]
  let world: DnsWorld
  let smtp: SmtpHost

  group.setup(async () => {
    world = await DnsWorld.open()
    smtp = await SmtpHost.open()
    smtp.takesOver()
    const made = await makeWhiteLabel(world)
    tenant = made.tenant
    const other = await makeTenant({ name: OTHER })
    const { brand } = await inLive(tenant, () => Profile.current())
    marks = [
      ...(await marksAgainst(tenant, brand)),
      nameMark(other.id, OTHER),
      hostMark(other.id, hostOfTenant(other)),
    ]
    return async () => {
      nameServers.use()
      await Promise.all([world.close(), smtp.close()])
    }
  })

  const asker: Asker = async ({ host, path, method, headers, body }) => {
    const answer = await ask({
      method: method as 'GET',
      path,
      headers: { ...headers, host },
      body,
    })
    return { status: answer.status, headers: answer.headers, body: answer.bytes }
  }
  /** Of somebody who is really there: answers of the API say who it was. */
  const ownDocument = async ({ send = true, allowDelegation = false } = {}) => {
    const { id } = await User.query().where('role', 'owner').firstOrFail()
    return makeDocument({ by: { ...OLGA, id }, allowDelegation }, { send })
  }
  const traces = (exhibits: readonly Exhibit[], against = marks) =>
    exhibits.flatMap((exhibit) =>
      tracesIn(exhibit, against).map(
        ({ where, mark, excerpt }) => `${where}: ${mark.kind} of ${mark.whose}: ${excerpt}`
      )
    )

  test('is compared with what really is somebody else’s', ({ assert }) => {
    const known = marks.map(({ text }) => text)
    for (const mark of [RESELLER.name, RESELLER.account, RESELLER.color, SIBLING.name, OTHER])
      assert.include(known, mark)
    for (const mark of ['Countersign', 'localhost', '#175a4c']) assert.include(known, mark)
    assert.lengthOf(traces([{ name: 'a', texts: ['by COUNTERSIGN at x.localhost, #175A4C'] }]), 3)
    assert.isEmpty(traces([{ name: 'a', texts: [`${OWN.name}, ${HOST}, ${OWN.color}`] }]))
  })

  test('shows nobody else where strangers look, in its seal and in what pages are made of', async ({
    assert,
  }) => {
    const { exhibits, traces: found } = await checkBrand(tenant, asker)
    assert.deepEqual(
      found.map(({ where, mark, excerpt }) => `${where}: ${mark.text}: ${excerpt}`),
      []
    )
    for (const part of [
      '/login',
      'openapi.json',
      'manifest',
      'sealed PDF',
      'certificate of',
      'mail',
    ])
      assert.isTrue(
        exhibits.some((name) => name.includes(part)),
        part
      )
    assert.isAbove(exhibits.length, 100)
  })

  test('shows nobody else on any page of its dashboard', async ({ assert }) => {
    const documents = await inLive(tenant, async () => ({
      draft: await ownDocument({ send: false }),
      pending: await ownDocument(),
    }))
    const visitor = await Visitor.as(tenant)
    const at = new Visitor(tenant, visitor.user, HOST)
    at.cookies = visitor.cookies
    const exhibits: Exhibit[] = []
    for (const path of pagesOf([documents.draft.id, documents.pending.id])) {
      const answer = await at.get(path)
      exhibits.push(exhibitOf(`GET ${path}`, { ...answer, body: answer.bytes }))
    }
    assert.isAbove(exhibits.filter(({ name }) => name.endsWith('(200)')).length, 20)
    const { brand } = await inLive(tenant, () => Profile.current())
    const { color } = brand.inherited.values
    const { reseller } = brand.inherited
    const told: Record<string, (mark: Mark) => boolean> = {
      hosts: ({ kind }) => kind === 'host',
      inherited: ({ text }) => text === reseller || text === color,
      nothing: () => false,
    }
    const kindOf = (path: string) =>
      TELLS_HOSTS.test(path) ? 'hosts' : TELLS_INHERITED.test(path) ? 'inherited' : 'nothing'
    for (const exhibit of exhibits) {
      const isTold = told[kindOf(exhibit.name)]
      const against = marks.filter((mark) => !isTold(mark))
      assert.deepEqual(traces([exhibit], against), [])
    }
  })

  test('shows nobody else to its signers, in any state of a document', async ({ assert }) => {
    const exhibits: Exhibit[] = []
    const look = async (name: string, link: SigningLink, path = '') => {
      const answer = await ask({ path: link.path + path, headers: { host: HOST } })
      exhibits.push(exhibitOf(`${name} ${path}`, { ...answer, body: answer.bytes }))
      return answer
    }
    const fresh = async () => SigningLink.of(tenant, await inLive(tenant, () => ownDocument()))
    const open = await fresh()
    assert.include((await look('consent', open)).text, OWN.name)
    await look('decline', open, '/decline')
    await look('report', open, '/report')
    await look('file', open, '/file')
    await inLive(tenant, () => sign(tenant, open.documentId, ANA.email).catch(() => {}))
    await sign(tenant, open.documentId, ANA.email).catch(() => {})
    await look('signed', open)
    await sign(tenant, open.documentId, BEN.email)
    await look('sealing', open)
    // from now on the public log has a head, which names the platform
    await Checkpoints.take(Cell.named('main'))
    await TransparencyLog.grow(Cell.named('main'), logOrigin('main'))
    await doWork(tenant, 'seal')
    await look('completed', open)
    assert.equal((await look('download', open, '/download')).status, 200)
    const voided = await fresh()
    await inLive(tenant, async () => {
      const document = await Document.findOrFail(voided.documentId)
      await document.void({ by: { type: 'user', id: 'usr_0', name: 'Olga Owner' } })
    })
    assert.equal((await look('voided', voided)).status, 410)
    const document = await inLive(tenant, () => Document.findOrFail(open.documentId))
    const token = await inLive(tenant, () => document.trackingToken())
    const tracked = await ask({ path: `/track/${token}`, headers: { host: HOST } })
    exhibits.push(exhibitOf('tracking', { ...tracked, body: tracked.bytes }))
    exhibits.push({ name: 'sealed', texts: await pdfTexts(await sealedFile(tenant, document.id)) })
    assert.deepEqual(traces(exhibits), [])
  })

  test('shows nobody else to who hands signing over, and to who takes it', async ({ assert }) => {
    const document = await inLive(tenant, () => ownDocument({ allowDelegation: true }))
    const link = await SigningLink.of(tenant, document)
    const look = async (name: string, { path }: SigningLink, page = '') => {
      const answer = await ask({ path: path + page, headers: { host: HOST } })
      return [answer.status, exhibitOf(name, { ...answer, body: answer.bytes })] as const
    }
    const [offered, form] = await look('form', link, '/delegate')
    const to = { name: 'Cem Deputy', email: 'cem@example.test' }
    await inLive(tenant, () => link.steps().delegate({ to, reason: 'He decides' }))
    const [over, done] = await look('handed over', link)
    const now = await inLive(tenant, () => Document.whole(document.id))
    const [open, taken] = await look('taken', await SigningLink.of(tenant, now!))
    assert.deepEqual([offered, over, open], [200, 410, 200])
    const before = smtp.received.length
    for (const kind of ['mail.invite', 'mail.notice', 'mail.notice_copy'])
      await doWork(tenant, kind)
    const mails = smtp.received.slice(before).map(({ raw, parsed, envelope }) => ({
      name: `mail ${parsed.subject}`,
      texts: [raw, parsed.html || '', parsed.text ?? '', envelope.from],
    }))
    assert.isAtLeast(mails.length, 3)
    assert.deepEqual(traces([form, done, taken, ...mails]), [])
  })

  test('shows nobody else in any mail, from the envelope to the last header', async ({
    assert,
  }) => {
    const [first, second] = await inLive(tenant, async () => [
      await ownDocument(),
      await ownDocument(),
    ])
    await doWork(tenant, 'mail.invite')
    await inLive(tenant, async () => {
      const by = { type: 'user', id: 'usr_0', name: 'Olga Owner' } as const
      await (await Document.findOrFail(first.id)).void({ by })
      await (await Document.findOrFail(second.id)).remind(by)
    })
    await doWork(tenant, 'mail.remind')
    for (const { email } of [ANA, BEN]) await sign(tenant, second.id, email)
    await doWork(tenant, 'seal')
    for (const kind of ['mail.ended', 'mail.completed', 'mail.notice', 'mail.notice_copy'])
      await doWork(tenant, kind)
    for (let turn = 0; turn < 3; turn++) await doWork(tenant, 'mail.send')
    const kinds = await inLive(tenant, () => Mail.query().where('status', 'sent').distinct('kind'))
    assert.includeMembers(
      kinds.map(({ kind }) => kind as string),
      ['invitation', 'reminder', 'completed', 'voided']
    )
    assert.isNotEmpty(smtp.received)
    const exhibits = smtp.received.map(({ raw, parsed, envelope }) => ({
      name: `mail ${parsed.subject}`,
      texts: [raw, parsed.html || '', parsed.text ?? '', envelope.from],
    }))
    assert.deepEqual(traces(exhibits), [])
    const [{ parsed }] = smtp.received
    assert.equal(parsed.from?.value[0].address, `sign@${OWN.domain}`)
    assert.include(String(parsed.messageId), OWN.domain)
    assert.equal(parsed.attachments.at(0)?.contentType, 'image/png')
    assert.isTrue(parsed.attachments.at(0)?.related)
  })

  test('shows nobody else to programs: answers, errors and webhooks', async ({ assert }) => {
    const client = (await ApiClient.of(tenant, 'live')).at(HOST)
    const receiver = await Receiver.open()
    const document = await inLive(tenant, async () => {
      await Endpoint.register({ url: receiver.url })
      return ownDocument()
    })
    const exhibits: Exhibit[] = []
    const look = async (method: string, path: string, more: object = {}) => {
      const answer = await client.ask({ method: method as 'GET', path: `/api/v1/${path}`, ...more })
      exhibits.push(exhibitOf(`${method} ${path}`, { ...answer, body: answer.bytes }))
    }
    for (const path of ['documents', `documents/${document.id}`, `documents/${document.id}/audit`])
      await look('GET', path)
    for (const path of [
      'webhooks',
      'events',
      'usage',
      'keys/current',
      'documents/doc_x',
      'nothing',
    ])
      await look('GET', path)
    await look('PUT', 'documents')
    await look('POST', 'documents', { body: '{', headers: { 'content-type': 'application/json' } })
    await look('POST', 'documents', { json: { title: 'x' } })
    await look('POST', 'documents', { body: 'x', headers: { 'content-type': 'text/plain' } })
    await look('POST', 'documents', {
      body: Buffer.alloc(36 * 1024 * 1024, 32),
      headers: { 'content-type': 'application/json' },
    })
    await look('POST', 'documents', { json: {}, headers: { accept: 'application/problem+json' } })
    await doWork(tenant, 'webhooks.deliver')
    assert.isNotEmpty(receiver.calls)
    for (const { headers, body } of receiver.calls)
      exhibits.push({ name: 'webhook', texts: [JSON.stringify(headers), body] })
    assert.deepEqual(traces(exhibits), [])
    assert.isTrue(exhibits.some(({ name }) => name.endsWith('(413)')))
    await receiver.close()
  })

  test('shows nobody else when something breaks', async ({ assert }) => {
    const known = await tenantResolver.byId(tenant.id)
    for (const [status, path] of [
      [500, '/documents'],
      [413, '/documents'],
      [405, '/documents'],
      [500, '/api/v1/documents'],
    ] as const) {
      const ctx = await testUtils.createHttpContext()
      ctx.target = { kind: 'tenant', host: HOST, tenant: known! }
      ctx.request.request.url = path
      Object.assign(ctx.request, { url: () => path })
      const error = Object.assign(new Error('broken: password=x'), { status })
      await new ExceptionHandler().handle(status === 500 ? new Error('broken') : error, ctx)
      const body = String(ctx.response.getBody())
      assert.equal(ctx.response.getStatus(), status)
      assert.notInclude(body, 'broken')
      if (!path.startsWith('/api')) assert.include(body, OWN.name)
      const headers = ctx.response.getHeaders() as Record<string, string>
      const shown = exhibitOf(`${status} ${path}`, { status, headers, body: Buffer.from(body) })
      assert.deepEqual(traces([shown]), [])
    }
  })

  /** Every page of the dashboard that can be asked for, for either environment. */
  function pagesOf(documentIds: readonly string[]): string[] {
    const { root } = router.toJSON()
    return root
      .filter(({ name, methods }) => name?.startsWith('dashboard') && methods.includes('GET'))
      .flatMap(({ pattern }) =>
        pattern.includes('/documents/:id')
          ? documentIds.map((id) => pattern.replace(':id', id).replace(/:\w+/g, 'x'))
          : [pattern.replace(/:\w+/g, 'x')]
      )
  }
})
