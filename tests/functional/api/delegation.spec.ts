import { test } from '@japa/runner'
import { FormData } from 'undici'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }

test.group('API | whether signers may hand signing over', (group) => {
  let acme: Tenant
  let api: ApiClient
  let file: string

  group.setup(async () => {
    acme = await makeTenant()
    api = await ApiClient.of(acme, 'live')
    file = Buffer.from(await makePdf()).toString('base64')
  })

  const create = (more: object = {}) =>
    api.post('/api/v1/documents', { title: 'Contract', signers: [ANA], file, ...more })
  const template = (more: object = {}) =>
    api.post('/api/v1/templates', { title: 'Sale', roles: [{ name: 'Buyer' }], file, ...more })
  const use = async (id: unknown, more: object = {}) => {
    const people = [{ role: 'Buyer', ...ANA }]
    return api.post(`/api/v1/templates/${String(id)}/documents`, { people, send: false, ...more })
  }
  const patch = (path: string, json: object) => api.ask({ method: 'PATCH', path, json })

  test('is said when a document is made, and not at all where it was not', async ({ assert }) => {
    const made = await create({ allowDelegation: true })
    assert.equal(made.status, 201, made.text)
    assert.isTrue(made.body.allowDelegation)
    const shown = await api.get(`/api/v1/documents/${String(made.body.id)}`)
    assert.isTrue(shown.body.allowDelegation)
    for (const more of [{}, { allowDelegation: false }])
      assert.notProperty((await create(more)).body, 'allowDelegation')
    const odd = await create({ allowDelegation: 'sometimes' })
    assert.equal(odd.status, 422)
    assert.include(odd.text, 'allowDelegation')
  })

  test('is read of a form as of JSON, and refused where it is neither true nor false', async ({
    assert,
  }) => {
    const send = (allowDelegation: string) => {
      const body = new FormData()
      const pdf = new Blob([Buffer.from(file, 'base64')], { type: 'application/pdf' })
      for (const [name, value] of Object.entries({ title: 'Contract', allowDelegation }))
        body.set(name, value)
      body.set('signers', JSON.stringify([ANA]))
      body.set('file', pdf, 'sale.pdf')
      return api.ask({ method: 'POST', path: '/api/v1/documents', body })
    }
    const made = await send('true')
    assert.equal(made.status, 201, made.text)
    assert.isTrue(made.body.allowDelegation)
    assert.notProperty((await send('false')).body, 'allowDelegation')
    for (const odd of ['yes', '1', 'True', '']) {
      const refused = await send(odd)
      assert.equal(refused.status, 422, odd)
      assert.include(refused.text, 'allowDelegation')
    }
  })

  test('changes with a draft, and goes along with a copy', async ({ assert }) => {
    const made = await create({ send: false })
    const path = `/api/v1/documents/${String(made.body.id)}`
    assert.isTrue((await patch(path, { allowDelegation: true })).body.allowDelegation)
    assert.isTrue((await patch(path, { title: 'Other' })).body.allowDelegation)
    assert.isTrue((await api.post(`${path}/copy`, {})).body.allowDelegation)
    assert.notProperty((await patch(path, { allowDelegation: false })).body, 'allowDelegation')
  })

  test('is said by a template, unless a document made of it says otherwise', async ({ assert }) => {
    const made = await template({ allowDelegation: true })
    assert.equal(made.status, 201, made.text)
    assert.isTrue(made.body.allowDelegation)
    const { id } = made.body
    assert.isTrue((await use(id)).body.allowDelegation)
    assert.notProperty((await use(id, { allowDelegation: false })).body, 'allowDelegation')
    const path = `/api/v1/templates/${String(id)}`
    assert.isTrue((await patch(path, { title: 'Rent' })).body.allowDelegation)
    assert.notProperty((await patch(path, { allowDelegation: false })).body, 'allowDelegation')
    assert.notProperty((await use(id)).body, 'allowDelegation')
    assert.isTrue((await use(id, { allowDelegation: true })).body.allowDelegation)
  })
})
