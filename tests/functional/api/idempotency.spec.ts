import { FormData } from 'undici'
import { test } from '@japa/runner'
import { Claim } from '#app/api/v1/idempotency/claim'
import { KeptAnswer } from '#app/api/v1/idempotency/kept_answer'
import IdempotencyInProgress from '#app/api/v1/errors/idempotency_in_progress'
import Document from '#app/documents/document'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const DOCUMENTS = '/api/v1/documents'
const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }

test.group('API | idempotency', (group) => {
  let acme: Tenant
  let live: ApiClient
  let sandbox: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    live = await ApiClient.of(acme, 'live')
    sandbox = await ApiClient.of(acme, 'test')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const within = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const titled = (title: string) => within(() => Document.query().where({ title }))
  const create = (key: string, title: string, more: object = {}) =>
    live.post(DOCUMENTS, { title, file, signers: [ANA], ...more }, { 'idempotency-key': key })
  const change = (text: string, ...values: unknown[]) =>
    within(() => CurrentTenant.batch([{ text, values }]))
  const codes = (answers: Answer[]) => answers.map(({ status }) => status).sort()

  test('answers a repetition with the first answer, byte for byte', async ({ assert }) => {
    const first = await create('k-repeat', 'Repeated')
    const again = await create('k-repeat', 'Repeated')
    assert.equal(first.status, 201)
    assert.isUndefined(first.headers['idempotent-replayed'])
    assert.equal(again.status, 201)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.headers.location, first.headers.location)
    assert.equal(again.text, first.text)
    assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id'])
    assert.lengthOf(await titled('Repeated'), 1)
  })

  test('takes both styles of path and both forms of a body for the same', async ({ assert }) => {
    const first = await create('k-styles', 'Styles')
    const form = new FormData()
    form.set('signers', JSON.stringify([ANA]))
    form.set('file', new Blob([Buffer.from(file, 'base64')]), 'another-name.pdf')
    form.set('title', 'Styles')
    const headers = { 'idempotency-key': 'k-styles' }
    const again = await live.ask({ method: 'POST', path: '/api/documents', headers, body: form })
    assert.equal(again.text, first.text)
    assert.lengthOf(await titled('Styles'), 1)
  })

  test('makes one of fifty that are asked for at once', async ({ assert }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('k-race', 'Raced')))
    assert.lengthOf(await titled('Raced'), 1)
    assert.isEmpty(answers.filter(({ status }) => status !== 201 && status !== 409))
    const made = answers.filter(({ status }) => status === 201)
    assert.isAtLeast(made.length, 1)
    assert.lengthOf([...new Set(made.map(({ body }) => body.id))], 1)
    const waiting = answers.filter(({ status }) => status === 409)
    assert.isTrue(waiting.every(({ body }) => body.error?.code === 'idempotency_in_progress'))
    assert.isTrue(waiting.every(({ headers }) => headers['retry-after'] === '1'))
    assert.equal((await create('k-race', 'Raced')).body.id, made[0].body.id)
  })

  test('refuses the key for a request that differs in anything', async ({ assert }) => {
    const first = await create('k-differs', 'Differs')
    const others = [
      await create('k-differs', 'Differs more'),
      await create('k-differs', 'Differs', { message: 'Hello' }),
      await create('k-differs', 'Differs', {
        file: Buffer.from(await makePdf({ pages: 2 })).toString('base64'),
      }),
      await live.post(`${DOCUMENTS}/${first.body.id}/void`, {}, { 'idempotency-key': 'k-differs' }),
    ]
    for (const { status, body } of others) {
      assert.equal(status, 422)
      assert.equal(body.error?.code, 'idempotency_key_reused')
    }
    assert.equal((await live.get(`${DOCUMENTS}/${first.body.id}`)).body.status, 'pending')
  })

  test('distinguishes two documents to which the same is done', async ({ assert }) => {
    const headers = { 'idempotency-key': 'k-one-of-two' }
    const [{ body: one }, { body: other }] = [
      await create('k-two-a', 'First of two'),
      await create('k-two-b', 'Second of two'),
    ]
    assert.equal((await live.post(`${DOCUMENTS}/${one.id}/void`, {}, headers)).status, 200)
    const reused = await live.post(`${DOCUMENTS}/${other.id}/void`, {}, headers)
    assert.equal(reused.body.error?.code, 'idempotency_key_reused')
    assert.equal((await live.get(`${DOCUMENTS}/${other.id}`)).body.status, 'pending')
  })

  test('keeps what cannot be done, and not what was asked wrongly', async ({ assert }) => {
    const { body } = await create('k-draft', 'Draft', { send: false })
    const headers = { 'idempotency-key': 'k-void' }
    const refused = await live.post(`${DOCUMENTS}/${body.id}/void`, {}, headers)
    assert.equal(refused.body.error?.code, 'document_state_conflict')
    await live.post(`${DOCUMENTS}/${body.id}/send`, {})
    const again = await live.post(`${DOCUMENTS}/${body.id}/void`, {}, headers)
    assert.equal(again.status, 409)
    assert.deepEqual(again.body.error, refused.body.error)

    const wrong = await create('k-wrong', 'Wrong', { file: Buffer.from('x').toString('base64') })
    assert.equal(wrong.body.error?.code, 'pdf_malformed')
    assert.equal((await create('k-wrong', 'Wrong')).status, 201)
  })

  test('keeps live and test apart, and one tenant from another', async ({ assert }) => {
    const globex = await ApiClient.of(await makeTenant(), 'live')
    const first = await create('k-shared', 'Shared')
    const order = { title: 'Shared', file, signers: [ANA] }
    const headers = { 'idempotency-key': 'k-shared' }
    const others = [
      await sandbox.post(DOCUMENTS, order, headers),
      await globex.post(DOCUMENTS, order, headers),
    ]
    assert.deepEqual(codes(others), [201, 201])
    assert.isTrue(others.every(({ headers: told }) => told['idempotent-replayed'] === undefined))
    assert.lengthOf([...new Set([first, ...others].map(({ body }) => body.id))], 3)
  })

  test('takes over a claim whose process has died', async ({ assert }) => {
    await create('k-dead', 'Dead')
    const unfinished = `update idempotency_keys set status = null, answer = null, claim = 'gone', claimed_until = $2 where key = $1`
    await change(unfinished, 'k-dead', new Date(Date.now() + 60_000))
    const young = await create('k-dead', 'Dead')
    assert.deepEqual([young.status, young.headers['retry-after']], [409, '1'])
    await change(unfinished, 'k-dead', new Date(Date.now() + 40_000))
    const old = await create('k-dead', 'Dead')
    assert.equal(old.status, 409)
    assert.match(String(old.headers['retry-after']), /^(39|40)$/)
    await change(unfinished, 'k-dead', new Date(Date.now() - 1))
    assert.equal((await create('k-dead', 'Dead')).status, 201)
    assert.lengthOf(await titled('Dead'), 2)
  })

  test('takes over a claim of an hour that the clock was set back from', async ({ assert }) => {
    await create('k-ahead', 'Ahead')
    await change(
      `update idempotency_keys set status = null, answer = null, claim = 'gone', claimed_until = now() + interval '1 hour' where key = 'k-ahead'`
    )
    assert.equal((await create('k-ahead', 'Ahead')).status, 201)
  })

  test('lets one of many take over a dead claim', async ({ assert }) => {
    await change(
      `insert into idempotency_keys (key, fingerprint, claim, claimed_until, created_at) values ('k-heirs', 'x', 'gone', now() - interval '1 second', now())`
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('k-heirs', 'Heirs')))
    assert.isEmpty(answers.filter(({ status }) => status !== 201 && status !== 409))
    assert.lengthOf(await titled('Heirs'), 1)
  })

  test('stores nothing for a claim that another has taken over', async ({ assert }) => {
    const answer = (title: string) => KeptAnswer.of({ status: 201, body: title })
    const stake = () => within(() => Claim.stake('k-overtaken', 'same'))
    const slow = (await stake()) as Claim
    await change(
      `update idempotency_keys set claimed_until = now() - interval '1 second' where key = 'k-overtaken'`
    )
    const heir = (await stake()) as Claim
    assert.isTrue(heir instanceof Claim)
    const late = await within(() => slow.keep(answer('late'))).catch((error: unknown) => error)
    assert.instanceOf(late, IdempotencyInProgress)
    await within(() => slow.release())
    await within(() => heir.keep(answer('in time')))
    const kept = (await stake()) as KeptAnswer
    assert.deepEqual(kept.reply, { status: 201, body: 'in time' })
  })

  test('remembers for a day', async ({ assert }) => {
    const first = await create('k-young', 'Young')
    await change(
      `update idempotency_keys set created_at = created_at - interval '23 hours 59 minutes' where key = 'k-young'`
    )
    const again = await create('k-young', 'Young')
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.text, first.text)
  })

  test('forgets after a day', async ({ assert }) => {
    const first = await create('k-old', 'Old')
    await change(
      `update idempotency_keys set created_at = created_at - interval '24 hours 1 second' where key = 'k-old'`
    )
    const again = await create('k-old', 'Old')
    assert.equal(again.status, 201)
    assert.notEqual(again.body.id, first.body.id)
    await change(`update idempotency_keys set created_at = created_at - interval '25 hours'`)
    await create('k-new', 'New')
    const [rows] = await change('select key from idempotency_keys')
    assert.isBelow(rows.length, 10)
  })

  test('stores no answer in clear', async ({ assert }) => {
    const { body } = await create('k-secret', 'Secret')
    const [[row]] = await change('select answer from idempotency_keys where key = $1', 'k-secret')
    const stored = (row.answer as Buffer).toString('latin1')
    assert.notInclude(stored, String(body.id))
    assert.notInclude(stored, 'tok_')
  })

  for (const key of ['', 'with space', 'x'.repeat(256), 'ünïcode']) {
    test(`refuses the key “${key.slice(0, 12)}”`, async ({ assert }) => {
      const { status, body } = await create(key, 'Odd')
      assert.equal(status, 422)
      assert.containSubset(body.error, { code: 'validation_failed', param: 'Idempotency-Key' })
    })
  }

  test('refuses a repetition by a key that has revoked itself', async ({ assert }) => {
    const client = await ApiClient.of(acme, 'test')
    const order = {
      method: 'DELETE',
      path: '/api/v1/keys/current',
      headers: { 'idempotency-key': 'k-self' },
    } as const
    assert.equal((await client.ask(order)).status, 200)
    const again = await client.ask(order)
    assert.equal(again.status, 401)
    assert.equal(again.body.error?.code, 'revoked_key')
  })
})
