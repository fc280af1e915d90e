import { test } from '@japa/runner'
import type { ErrorCode } from '#app/api/error_catalogue'
import { ERROR_SAMPLES } from '#app/api/error_samples'
import { errorExamples } from '#app/api/v1/openapi/answers'
import { OPERATIONS } from '#app/api/v1/operations/index'
import { ApiClient, ask, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Receiver } from '#tests/support/receiver'

type Json = Record<string, unknown>

/** Whatever differs from one request to the next, by what kind of thing it is. */
const KINDS: [RegExp, string][] = [
  [/^(doc|sig|fld|req|usr)_[0-9a-z]{26}$/, '$1'],
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'time'],
  [/^[0-9a-f]{64}$/, 'hash'],
  [/^https?:\/\/[^/]+\/(sign\/tok|track\/trk)_[\w-]{43}$/, '$1'],
]

function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, alike(inner)]))
  if (typeof value !== 'string') return value
  const [form, kind] = KINDS.find(([one]) => one.test(value)) ?? [/^$/, '']
  return value.replace(form, kind)
}

const operation = (name: string) => OPERATIONS.find((one) => one.name === name)!
const example = (name: string) => Object.values(operation(name).answers)[0].example
const body = (name: string) => operation(name).example as Json

test.group('API | examples of the reference', (group) => {
  let client: ApiClient
  let file: string

  group.setup(async () => {
    const tenant = await makeTenant({ withSandbox: true })
    const scopes = ['documents:read', 'documents:write', 'documents:erase'] as const
    client = await ApiClient.of(tenant, 'test', { scopes: [...scopes] })
    file = Buffer.from(await makePdf({ pages: 3 })).toString('base64')
  })

  const make = async (more: object = {}) => {
    const made = await client.post('/api/v1/documents', {
      ...body('documents.store'),
      file,
      ...more,
    })
    return { made, path: `/api/v1/documents/${made.body.id}` }
  }

  test('are what the API answers to the examples of requests', async ({ assert, cleanup }) => {
    const is = (name: string, answer: Answer) => {
      assert.deepEqual(alike(answer.body), alike(example(name)), name)
    }
    const patch = (path: string, json: Json) => client.ask({ method: 'PATCH', path, json })
    const { made, path } = await make()
    is('documents.store', made)
    is('documents.show', await client.get(path))
    is('documents.index', await client.get('/api/v1/documents'))
    const rotated = await client.post(`${path}/rotate-tracking-link`, {})
    is('documents.rotate_tracking_link', rotated)
    is('documents.copy', await client.post(`${path}/copy`, {}))
    is('documents.extend', await client.post(`${path}/extend`, body('documents.extend')))

    const other = await make()
    const [{ id: signer }] = other.made.body.signers as { id: string }[]
    const correction = body('documents.signers.update')
    is('documents.signers.update', await patch(`${other.path}/signers/${signer}`, correction))

    const third = await make()
    is('documents.void', await client.post(`${third.path}/void`, body('documents.void')))
    is('documents.erase', await client.post(`${third.path}/erase`, {}))

    const draft = await make({ send: false })
    is('documents.update', await patch(draft.path, body('documents.update')))
    await patch(draft.path, { title: 'Contract of sale', message: 'Please sign by Friday.' })
    is('documents.send', await client.post(`${draft.path}/send`, {}))

    const shelf = await Receiver.open()
    cleanup(() => shelf.close())
    shelf.answers(() => ({ body: Buffer.from(file, 'base64') }))
    const documentUrl = new URL('/contracts/4711.pdf', shelf.url).href
    const order = { ...body('signatures.send'), documentUrl }
    is('signatures.send', await client.post('/api/v1/signatures/send', order))
  })

  test('of errors are refusals that were met', async ({ assert }) => {
    const { path } = await make()
    await client.post(`${path}/void`, {})
    const order: Json = { ...body('documents.store'), file }
    const [signer] = order.signers as Json[]
    const once = { 'idempotency-key': 'order-4711-contract' }
    await client.post('/api/v1/documents', order, once)
    const refused: Partial<Record<ErrorCode, Answer>> = {
      validation_failed: await client.post('/api/v1/documents', {
        ...order,
        signers: [{ ...signer, email: 'ana@' }],
      }),
      unknown_field: await client.post('/api/v1/documents', { ...order, subject: 'Sale' }),
      unknown_parameter: await client.get('/api/v1/documents?page=2'),
      malformed_json: await client.ask({
        method: 'POST',
        path: '/api/v1/documents',
        headers: { 'content-type': 'application/json' },
        body: '{"title":',
      }),
      missing_key: await ask({ path: '/api/v1/documents', headers: { host: client.host } }),
      insufficient_scope: await client.get('/api/v1/webhooks'),
      mode_mismatch: await client.get('/api/v1/documents/doc_01m7y40e2r6eqbqt8qhhqb7vwv'),
      field_off_page: await client.post('/api/v1/documents', {
        ...order,
        signers: [{ ...signer, fields: [{ ...(signer.fields as Json[])[0], page: 4 }] }],
      }),
      document_state_conflict: await client.post(`${path}/void`, {}),
      idempotency_key_reused: await client.post(
        '/api/v1/documents',
        { ...order, title: 'X' },
        once
      ),
    }
    assert.sameMembers(Object.keys(ERROR_SAMPLES), Object.keys(refused))
    const examples = errorExamples('docs', OPERATIONS)
    for (const [code, { body: answered }] of Object.entries(refused)) {
      const { message, param, details } = answered.error ?? {}
      const { error } = examples[code].value as { error: Json }
      assert.deepInclude(error, JSON.parse(JSON.stringify({ code, message, param, details })))
    }
  })
})
