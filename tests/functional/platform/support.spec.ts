import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import { clock } from '#app/foundation/clock'
import { AuditTrail } from '#app/audit/audit_trail'
import { PlatformTrail } from '#app/audit/platform_trail'
import { SecurityTrail } from '#app/audit/security_trail'
import { AuditVerification } from '#app/audit/audit_verification'
import { SupportSession } from '#app/identity/sessions/support_session'
import { WORDINGS } from '#app/notifications/notices/index'
import Notice from '#app/tenants/notice'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import { NOTHING_CHOSEN, type BrandValues } from '#app/brand/brand_values'
import { Profile } from '#app/brand/profile'
import { Reader } from '#app/notifications/reader'
import { PlatformWork } from '#app/tenants/platform_work'
import type Tenant from '#app/tenants/tenant'
import { randomToken } from '#app/foundation/opaque_token'
import type { Answer } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'

const MINUTE_MS = 60_000

/** Forms of those who are not logged in yet, and behind links that open them without a log-in. */
const BEFORE_LOGIN =
  /^\/(?:departures|login|logout|forgot|reset|welcome|sso|address|mails|field-editor)/

const OPEN_FORMS = ['', '/test']
  .flatMap((base) => [
    `${base}/documents/:id/send`,
    `${base}/documents/:id/reminders`,
    `${base}/documents/:id/signers/:signer/reminders`,
    `${base}/documents/:id/void`,
    `${base}/settings/webhooks/:id/test`,
    `${base}/settings/webhooks/:id/enable`,
    `${base}/settings/webhooks/:id/pause`,
    `${base}/settings/webhooks/:id/replays`,
    `${base}/settings/webhooks/:id/deliveries/:delivery/replay`,
    `${base}/settings/webhooks/:id/deliveries/:delivery/signature`,
  ])
  .concat([
    '/settings/domains/:id/check',
    '/settings/brand',
    '/settings/brand/preview',
    '/settings/brand/pictures',
    '/settings/brand/versions/:version/restore',
  ])

test.group('Support session', (group) => {
  let acme: Tenant
  let globex: Tenant
  let pat: OperatorVisitor
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    globex = await makeTenant({ name: 'Globex' })
    pat = await OperatorVisitor.as('operator')
  })
  group.each.teardown(() => clock.restore())

  async function grant(values: Record<string, string> = {}): Promise<string> {
    const asked = { reason: 'Mails do not arrive', minutes: '30', ...values }
    const { text } = await pat.post(`/tenants/${acme.id}/support`, asked)
    return /(\/support\/[\w-]+)"/.exec(text)?.[1] ?? ''
  }

  /** The operator's browser, at the tenant's host. */
  async function enter(values: Record<string, string> = {}): Promise<Visitor> {
    const guest = new Visitor(acme)
    await guest.get(await grant(values))
    return guest
  }

  const brand = () => inLive(acme, () => Brand.current())

  const isOut = ({ headers }: Answer) => String(headers.location).startsWith('/login')

  test('needs a reason', async ({ assert }) => {
    const answer = await pat.post(`/tenants/${acme.id}/support`, { reason: '  ', minutes: '30' })
    assert.equal(answer.status, 422)
    assert.notMatch(answer.text, /\/support\/[\w-]{20,}/)
  })

  test('is one, however often its form is sent at once', async ({ assert }) => {
    const values = { reason: 'A double click', minutes: '30', once: randomToken() }
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => pat.post(`/tenants/${acme.id}/support`, values))
    )
    const codes = answers.map(({ text }) => /\/support\/([\w-]+)/.exec(text)?.[1])
    assert.lengthOf(new Set(codes), 1)
    assert.isDefined(codes[0])
    const sessions = await inLive(acme, () => SupportSession.latest(50))
    assert.lengthOf(
      sessions.filter(({ reason }) => reason === values.reason),
      1
    )
    const granted = (await PlatformTrail.read()).filter(
      ({ action, personal }) => action === 'support.granted' && personal.reason === values.reason
    )
    assert.lengthOf(granted, 1)
  })

  test('opens by a code that works once, for two minutes, at this tenant alone', async ({
    assert,
  }) => {
    const path = await grant()
    assert.equal((await new Visitor(globex).get(path)).status, 404)
    const guests = [new Visitor(acme), new Visitor(acme), new Visitor(acme)]
    const answers = await Promise.all(guests.map((guest) => guest.get(path)))
    assert.lengthOf(
      answers.filter(({ status }) => status === 303),
      1
    )
    const late = await grant()
    clock.travel(2 * MINUTE_MS + 1)
    assert.equal((await new Visitor(acme).get(late)).status, 404)
  })

  test('says on every page that it is one', async ({ assert }) => {
    const guest = await enter()
    for (const path of [
      '/documents',
      '/settings/keys',
      '/settings/webhooks',
      '/settings/security',
    ]) {
      const { status, text } = await guest.get(path)
      assert.equal(status, 200, path)
      assert.include(text, 'Support session', path)
    }
  })

  test('looks and changes nothing, unless changes were allowed', async ({ assert }) => {
    const document = await inLive(acme, () => makeDocument())
    const guest = await enter()
    assert.equal((await guest.get(`/documents/${document.id}`)).status, 200)
    const refused = await guest.post(`/documents/${document.id}/void`, { reason: 'No' })
    assert.equal(refused.status, 403)
    assert.include(refused.text, 'is read-only')
    await inLive(acme, () => document.refresh())
    assert.equal(document.status, 'pending')

    const writer = await enter({ mayWrite: 'yes' })
    const voided = await writer.post(`/documents/${document.id}/void`, { reason: 'Asked by mail' })
    assert.equal(voided.status, 303)
    const entries = await inLive(acme, () => AuditTrail.read(document.id))
    const last = entries.find(({ action }) => action === 'document.voided')
    assert.equal(last?.body.actor.id, pat.operator?.id)
    assert.match(last?.body.actor.via ?? '', /^sup_/)
    assert.equal(last?.personal.actorName, 'Pat Operator (support)')
  })

  test('never gets keys, links, members or whole copies, whatever was allowed', async ({
    assert,
  }) => {
    const document = await inLive(acme, () => makeDocument())
    const writer = await enter({ mayWrite: 'yes' })
    const signer = document.signers[0].id
    const { email } = document.signers[0]
    const posts = [
      '/settings/keys',
      '/test/settings/keys',
      '/settings/webhooks',
      '/settings/members',
      '/settings/security/support/sup_00000000000000000000000000/end',
      '/settings/data/exports',
      `/documents/${document.id}/signers/${signer}/link`,
      `/test/documents/${document.id}/signers/${signer}/link`,
      `/documents/${document.id}/erase`,
      `/documents/${document.id}/signers/${signer}`,
      '/settings/domains',
    ]
    for (const path of posts) {
      const values = { name: 'Stolen', environment: 'live', email: 'stolen@example.test' }
      const answer = await writer.post(path, values)
      assert.include([403, 404], answer.status, path)
      assert.notMatch(answer.text, /svc_live_|\/sign\/tok_/, path)
    }
    assert.equal((await writer.get('/test/mailbox')).status, 403)
    const keys = await writer.get('/settings/keys')
    assert.notInclude(keys.text, 'Stolen')
    assert.equal((await inLive(acme, () => document.signers[0].refresh())).email, email)
    const page = await writer.get(`/documents/${document.id}`)
    const offered = page.text.matchAll(new RegExp(`/signers/${signer}([^"]*)`, 'g'))
    assert.deepEqual([...new Set(Array.from(offered, ([, rest]) => rest))], ['/reminders'])
  })

  test('sends no form but those that lead nothing to a new address', async ({ assert }) => {
    const document = await inLive(acme, () => makeDocument())
    const writer = await enter({ mayWrite: 'yes' })
    const forms = Object.values(router.toJSON())
      .flat()
      .filter(
        ({ name, methods, pattern }) =>
          name?.startsWith('dashboard.') && methods.includes('POST') && !BEFORE_LOGIN.test(pattern)
      )
    const open = []
    for (const { pattern } of forms) {
      const path = pattern.replaceAll(/:\w+/g, document.id)
      const { status, text } = await writer.post(path)
      if (status !== 403 || !text.includes('Support can never change')) open.push(pattern)
    }
    assert.includeMembers(
      forms.map(({ pattern }) => pattern),
      ['/settings/sender', '/settings/members', '/documents/:id/signers/:signer', '/tenants']
    )
    assert.sameMembers(open, OPEN_FORMS)
  })

  test('changes the looks of a brand, and nothing that signers follow, read or agree to', async ({
    assert,
  }) => {
    const own: BrandValues = {
      ...NOTHING_CHOSEN,
      ...{ name: 'Acme Sign', senderName: 'Acme', mailFooter: 'Acme Ltd', finishedFile: 'link' },
      ...{ supportEmail: 'help@acme.test', imprintUrl: 'https://acme.test/imprint' },
      ...{ privacyUrl: 'https://acme.test/privacy', termsUrl: 'https://acme.test/terms' },
      consent: { statement: 'I agree.', clauses: [{ title: 'What', text: 'To this.' }] },
      ...{ redirectUrl: 'https://acme.test/thanks', redirectHosts: ['acme.test'] },
      ...{ languages: ['en', 'de'], color: '#175a4c' },
    }
    const { id, name } = await ownerOf(acme)
    const owner = { type: 'user', id, name } as const
    const old = { redirectUrl: 'https://old.test/', redirectHosts: ['old.test'] }
    await inLive(acme, () => BrandChange.make({ ...own, ...old }, owner))
    const { version: elsewhere } = await brand()
    await inLive(acme, () => BrandChange.make({ ...own, color: '#7a1fa2' }, owner))
    const { version: purple } = await brand()
    await inLive(acme, () => BrandChange.make(own, owner))
    const writer = await enter({ mayWrite: 'yes' })

    const page = await writer.get('/settings/brand')
    assert.include(page.text, 'Support changes only logo, icon, colours, corners and typeface')
    const restored = (version: number) => `/settings/brand/versions/${version}/restore`
    assert.include(page.text, `action="${restored(purple)}"`)
    assert.notInclude(page.text, `action="${restored(elsewhere)}"`)

    const looks = { color: '#0b5394', linkColor: '#0b5394', radius: 'large', font: 'figtree' }
    const done = await writer.post('/settings/brand', looks)
    assert.equal(done.status, 303)
    const changed = { ...own, ...looks }
    assert.deepEqual((await brand()).values, changed)
    const [entry] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.deepInclude(entry.body.details, { changed: 'color, linkColor, radius, font' })
    assert.match(entry.body.actor.via ?? '', /^sup_/)

    const others: Record<string, string | string[]>[] = [
      { name: 'Acme Bank' },
      { name: '' },
      { tenantsName: 'Acme Group' },
      { senderName: 'Acme Bank' },
      { mailFooter: 'See https://evil.test' },
      { finishedFile: 'attachment' },
      { supportEmail: 'help@evil.test' },
      { imprintUrl: 'https://evil.test/' },
      { privacyUrl: 'https://evil.test/' },
      { termsUrl: 'https://evil.test/' },
      { consentStatement: 'I agree to all.', consentText: 'What\nTo everything.' },
      { consentText: '' },
      { redirectUrl: 'https://acme.test/elsewhere' },
      { redirectHosts: 'acme.test evil.test' },
      { languages: ['en', 'fr'] },
      { firstLanguage: 'de' },
    ]
    for (const sent of others) {
      const { status, text } = await writer.post('/settings/brand', { ...looks, ...sent })
      assert.equal(status, 403, JSON.stringify(sent))
      assert.include(text, 'Support changes only logo')
    }
    await writer.post(restored(elsewhere))
    assert.deepEqual((await brand()).values, changed)
    assert.equal((await writer.post(restored(purple))).status, 303)
    assert.deepEqual((await brand()).values, { ...own, color: '#7a1fa2' })

    const theirs = await Visitor.as(acme)
    const { text } = await theirs.get('/settings/brand')
    assert.notInclude(text, 'Support changes only')
    assert.include(text, `action="${restored(elsewhere)}"`)
    await theirs.post(restored(elsewhere))
    assert.equal((await brand()).values.redirectUrl, 'https://old.test/')
  })

  test('is over with the operator: who is disabled is out of every tenant at once, and stays out', async ({
    assert,
  }) => {
    const olaf = await OperatorVisitor.as('operator')
    const admin = await OperatorVisitor.as('admin')
    const granted = async () => {
      const asked = { reason: 'To be shut out', minutes: '120', mayWrite: 'yes' }
      const { text } = await olaf.post(`/tenants/${acme.id}/support`, asked)
      return /(\/support\/[\w-]+)"/.exec(text)?.[1] ?? ''
    }
    const guest = new Visitor(acme)
    await guest.get(await granted())
    const unused = await granted()
    assert.equal((await guest.get('/documents')).status, 200)
    await admin.post(`/operators/${olaf.operator?.id}/disable`)
    assert.isTrue(isOut(await guest.get('/documents')))
    assert.equal((await new Visitor(acme).get(unused)).status, 404)
    await admin.post(`/operators/${olaf.operator?.id}/enable`)
    assert.isTrue(isOut(await guest.get('/documents')))
    assert.equal((await new Visitor(acme).get(unused)).status, 404)

    await PlatformWork.doAllDue()
    const open = await inLive(acme, () => SupportSession.openOf(olaf.operator?.id ?? ''))
    assert.isEmpty(open)
    const [last] = await inLive(acme, () => SecurityTrail.read({ limit: 1 }))
    assert.equal(last.action, 'support.ended')
  })

  test('is over when its operator sets up new proofs', async ({ assert }) => {
    const olaf = await OperatorVisitor.as('operator')
    const admin = await OperatorVisitor.as('admin')
    const asked = { reason: 'Lost telephone', minutes: '30' }
    const { text } = await olaf.post(`/tenants/${acme.id}/support`, asked)
    const guest = new Visitor(acme)
    await guest.get(/(\/support\/[\w-]+)"/.exec(text)?.[1] ?? '')
    const renewed = await admin.post(`/operators/${olaf.operator?.id}/link`)
    assert.equal((await guest.get('/documents')).status, 200)
    const [, path] = /(\/welcome\/[\w-]+)/.exec(renewed.text) ?? []
    await new OperatorVisitor().post(path, {
      password: 'a long and quiet night',
      again: 'a long and quiet night',
    })
    assert.isTrue(isOut(await guest.get('/documents')))
  })

  test('ends when its time is over, however busy it was', async ({ assert }) => {
    const guest = await enter({ minutes: '15' })
    clock.travel(14 * MINUTE_MS)
    assert.equal((await guest.get('/documents')).status, 200)
    clock.travel(MINUTE_MS + 1)
    assert.isTrue(isOut(await guest.get('/documents')))
  })

  test('is seen by the owners, who end it at once', async ({ assert }) => {
    const owner = await Visitor.as(acme)
    const guest = await enter({ reason: 'Seal is late <b>now</b>' })
    const { text } = await owner.get('/settings/security')
    assert.include(text, 'Seal is late &lt;b&gt;now')
    assert.include(text, 'Pat Operator')
    const ends = [...text.matchAll(/\/settings\/security\/support\/sup_\w+\/end/g)]
    for (const [path] of ends) await owner.post(path)
    assert.isTrue(isOut(await guest.get('/documents')))
    assert.notMatch((await owner.get('/settings/security')).text, /\/end"/)
  })

  test('is announced to the owners by email as soon as it is opened', async ({ assert }) => {
    await grant({ reason: 'To be told' })
    const notice = await inLive(acme, () =>
      Notice.query().where('kind', 'support.opened').orderBy('created_at', 'desc').firstOrFail()
    )
    const profile = await inLive(acme, () => Profile.current())
    const reader = new Reader(await ownerOf(acme), profile)
    const words = await inLive(acme, () => WORDINGS['support.opened'].words(notice.details, reader))
    assert.include(words?.paragraphs[0], 'Pat Operator from support can see your account')
    assert.deepEqual(words?.about?.facts, [{ label: 'Reason', value: 'To be told' }])
    assert.equal(words?.action?.path, '/settings/security')
  })

  test('is not ended by a member, nor through another tenant', async ({ assert }) => {
    const guest = await enter()
    const owner = await Visitor.as(acme)
    const [path] = /\/settings\/security\/support\/sup_\w+\/end/.exec(
      (await owner.get('/settings/security')).text
    ) ?? ['']
    for (const role of ['admin', 'developer', 'member', 'viewer'] as const) {
      const visitor = await Visitor.as(acme, role)
      assert.equal((await visitor.post(path)).status, 403, role)
    }
    const stranger = await Visitor.as(globex)
    assert.equal((await stranger.post(path)).status, 404)
    assert.equal((await guest.get('/documents')).status, 200)
  })

  test('is in the trail of the tenant and in that of the operators, and both are whole', async ({
    assert,
  }) => {
    const guest = await enter({ reason: 'Audit of the trail itself' })
    await guest.post('/logout')
    assert.isTrue(isOut(await guest.get('/documents')))
    const entries = await inLive(acme, () => SecurityTrail.read({ limit: 3 }))
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['support.ended', 'support.entered', 'support.granted']
    )
    for (const { body } of entries) {
      assert.equal(body.actor.id, pat.operator?.id)
      assert.match(body.actor.via ?? '', /^sup_/)
    }
    const [own] = await PlatformTrail.read({ limit: 1 })
    assert.equal(own.action, 'support.granted')
    assert.equal(own.personal.reason, 'Audit of the trail itself')
    const { findings } = await new AuditVerification(acme.ref, 'live').ofTenant()
    assert.isEmpty(findings)
  })

  test('is good at its own tenant alone', async ({ assert }) => {
    const guest = await enter()
    assert.isTrue(isOut(await guest.at(globex).get('/documents')))
    const console = new OperatorVisitor()
    for (const [name, value] of guest.cookies) console.cookies.set(name, value)
    console.cookies.set('operator', guest.cookies.get('session') ?? '')
    assert.equal((await console.get('/tenants')).headers.location, '/login')
  })
})
