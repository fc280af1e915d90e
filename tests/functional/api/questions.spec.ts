import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { newId } from '#app/foundation/identifier'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ApiClient } from '#tests/factories/api_client'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive } from '#tests/support/dashboard_visitor'
import { SigningLink } from '#tests/support/signing_link'

const TEXT = 'Is the garage included?'
const ANSWER = {
  text: 'The garage is.',
  author: { name: 'Paul Agent', email: 'paul@example.test' },
}

test.group('API | questions of signers', (group) => {
  let acme: Tenant
  let client: ApiClient

  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
    client = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'documents:write', 'documents:erase', 'values:read'],
    })
  })

  const asked = async () => {
    const link = await SigningLink.of(acme, await inLive(acme, () => makeDocument()))
    await link.submit('/ask', { kind: 'question', message: TEXT })
    const path = `/api/v1/documents/${link.documentId}/questions`
    const list = async () => (await client.get(path)).body.data as Record<string, unknown>[]
    const [question] = await list()
    return { link, path, list, question, answer: `${path}/${String(question.id)}/answer` }
  }

  test('are listed with what was asked, by whom and when, and no answer yet', async ({
    assert,
  }) => {
    const { question } = await asked()
    const { id, signerId, askedAt, ...words } = question
    assert.match(String(id), /^qst_/)
    assert.match(String(signerId), /^sig_/)
    assert.isBelow(Date.now() - Date.parse(String(askedAt)), 600_000)
    assert.deepEqual(words as unknown, {
      ...{ object: 'question', kind: 'question', text: TEXT, answer: null },
      by: { name: 'Ana Buyer', email: 'ana@example.test' },
    })
  })

  test('are answered once: the signer reads it, the trail tells of it, and the same again changes nothing', async ({
    assert,
  }) => {
    const { link, answer, list } = await asked()
    const given = await client.post(answer, ANSWER)
    assert.equal(given.status, 200)
    assert.containSubset(given.body, { answer: { text: ANSWER.text, by: ANSWER.author } })
    const page = (await link.get()).text
    assert.include(page, ANSWER.text)
    assert.include(page, ANSWER.author.name)
    assert.notInclude(page, ANSWER.author.email)
    assert.equal((await client.post(answer, ANSWER)).status, 200)
    const other = await client.post(answer, { ...ANSWER, text: 'It is not.' })
    assert.deepEqual([other.status, other.body.error?.code], [409, 'question_answered'])
    assert.containSubset(await list(), [{ answer: { text: ANSWER.text } }])
    const entries = await inLive(acme, () => AuditTrail.read(link.documentId))
    const told = entries.filter(({ action }) => action === 'question.answered')
    assert.lengthOf(told, 1)
    assert.notInclude(JSON.stringify(told), 'garage')
  })

  test('leave an entry in the trail when they are read, once for each key and hour', async ({
    assert,
  }) => {
    const { link, path, list } = await asked()
    const disclosures = () =>
      inLive(acme, async () =>
        (await AuditTrail.read(link.documentId)).filter(
          ({ action }) => action === 'questions.disclosed'
        )
      )
    await list()
    const [entry, ...more] = await disclosures()
    assert.lengthOf(more, 0)
    assert.match(String(entry.body.actor.via), /^key_/)
    const other = await ApiClient.of(acme, 'live', { scopes: ['documents:read', 'values:read'] })
    await other.get(path)
    assert.lengthOf(await disclosures(), 2)
    const silent = await inLive(acme, () => makeDocument())
    await client.get(`/api/v1/documents/${silent.id}/questions`)
    const trail = await inLive(acme, () => AuditTrail.read(silent.id))
    assert.notInclude(JSON.stringify(trail), 'disclosed')
  })

  test('are refused where nobody asked, where nothing is said, and once the document is over', async ({
    assert,
  }) => {
    const { link, path, answer } = await asked()
    const codeOf = async (to: string, json: object) => {
      const { status, body } = await client.post(to, json)
      return [status, body.error?.code, body.error?.param].filter(Boolean)
    }
    const nobodys = `${path}/${newId('qst', 'live')}/answer`
    assert.deepEqual(await codeOf(nobodys, ANSWER), [404, 'question_not_found'])
    const others = (await asked()).answer.split('/').at(-2)!
    assert.deepEqual(await codeOf(`${path}/${others}/answer`, ANSWER), [404, 'question_not_found'])
    const inSandbox = `${path}/${newId('qst', 'test')}/answer`
    assert.deepEqual(await codeOf(inSandbox, ANSWER), [404, 'mode_mismatch'])
    const blank = { ...ANSWER, text: ' ' }
    assert.deepEqual(await codeOf(answer, blank), [422, 'validation_failed', 'text'])
    const { author } = ANSWER
    const nameless = { ...ANSWER, author: { ...author, name: '' } }
    assert.deepEqual(await codeOf(answer, nameless), [422, 'validation_failed', 'author.name'])
    await client.post(`/api/v1/documents/${link.documentId}/void`, {})
    assert.deepEqual(await codeOf(answer, ANSWER), [409, 'document_state_conflict'])
  })

  test('are null where what is stored does not open, beside others, and cannot be answered', async ({
    assert,
  }) => {
    const { link, list, question, answer } = await asked()
    await link.submit('/ask', { kind: 'question', message: 'And the attic?' })
    const text = 'update signer_questions set content = $2 where id = $1'
    const values = [question.id, Buffer.alloc(60)]
    await inLive(acme, () => CurrentTenant.batch([{ text, values }]))
    const [damaged, other] = await list()
    assert.deepEqual([damaged.id, damaged.text, damaged.by], [question.id, null, null])
    assert.equal(other.text, 'And the attic?')
    const { status, body } = await client.post(answer, ANSWER)
    assert.deepEqual([status, body.error?.code], [404, 'question_not_found'])
  })

  test('are for keys that may read what signers enter, and gone with the document', async ({
    assert,
  }) => {
    const { link, path, answer } = await asked()
    const blind = await ApiClient.of(acme, 'live', {
      scopes: ['documents:read', 'documents:write'],
    })
    for (const { status, body } of [await blind.get(path), await blind.post(answer, ANSWER)])
      assert.deepEqual([status, body.error?.code], [403, 'insufficient_scope'])
    await client.post(`/api/v1/documents/${link.documentId}/void`, {})
    await client.post(`/api/v1/documents/${link.documentId}/erase`, {})
    const { status, body } = await client.get(path)
    assert.deepEqual([status, body.error?.code], [410, 'document_erased'])
  })
})
