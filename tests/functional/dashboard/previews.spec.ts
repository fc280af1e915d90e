import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type Tenant from '#app/tenants/tenant'
import { ask } from '#tests/factories/api_client'
import { makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, ownerOf, Visitor } from '#tests/support/dashboard_visitor'

test.group('Dashboard | preview of a draft', (group) => {
  let acme: Tenant
  let olga: Visitor
  let draft: Document
  let path: string

  group.setup(async () => {
    acme = await makeTenant()
    olga = await Visitor.as(acme)
  })

  group.each.setup(async () => {
    const by = { ...OLGA, id: (await ownerOf(acme)).id }
    draft = await inLive(acme, () => makeDocument({ by }, { send: false }))
    path = `/documents/${draft.id}`
  })

  test('shows each signer’s own fields, at both widths', async ({ assert }) => {
    const [ana, ben] = draft.signers
    const page = await olga.get(`${path}/preview?signer=${ben.id}&width=desktop`)
    assert.include(page.text, `src="${path}/signers/${ben.id}/preview"`)
    assert.include(page.text, 'data-width="desktop"')
    assert.include(page.headers['content-security-policy'], "frame-src 'self'")
    for (const [signer, other] of [
      [ana, ben],
      [ben, ana],
    ]) {
      const { text } = await olga.get(`${path}/signers/${signer.id}/preview`)
      assert.include(text, draft.fieldsOf(signer)[0].id)
      assert.notInclude(text, draft.fieldsOf(other)[0].id)
      assert.include(text, `src="${path}/view"`)
    }
  })

  test('leads nowhere, and leaves no trace', async ({ assert }) => {
    const [{ id, tokenSha256 }] = draft.signers
    const shown = await olga.get(`${path}/signers/${id}/preview`)
    for (const hole of ['/sign/', '/finish', '/decline', '<signing-presence', 'method="post"'])
      assert.notInclude(shown.text, hole)
    const headers = { 'accept-language': 'de' }
    const german = await olga.ask({ path: `${path}/signers/${id}/preview`, headers })
    assert.include(german.text, 'lang="de"><strong>Vorschau</strong> Hier hat nichts eine Wirkung.')
    assert.include(shown.headers['content-security-policy'], "form-action 'none'")
    assert.include(shown.headers['content-security-policy'], "frame-ancestors 'self'")
    // nothing that it shows opens a page of signers
    for (const guess of [id, `preview-${id}`, tokenSha256]) {
      const order = { path: `/sign/${guess}`, headers: { host: olga.host } }
      assert.equal((await ask(order)).status, 404)
      assert.equal(
        (await ask({ ...order, method: 'POST', path: `/sign/${guess}/finish` })).status,
        404
      )
    }
    assert.equal((await olga.post(`${path}/signers/${id}/preview`)).status, 404)
    const after = await inLive(acme, () => Document.whole(draft.id))
    assert.equal(after?.chainSequence, draft.chainSequence)
    assert.isNull(after?.signers[0].viewedAt)
  })

  test('is of drafts, for those who may change them', async ({ assert }) => {
    const [{ id }] = draft.signers
    const eve = await Visitor.as(acme, 'member')
    assert.equal((await eve.get(`${path}/preview`)).status, 404)
    assert.equal((await eve.get(`${path}/signers/${id}/preview`)).status, 404)
    const other = await inLive(acme, () => makeDocument({}, { send: false }))
    assert.equal((await olga.get(`${path}/signers/${other.signers[0].id}/preview`)).status, 404)
    await olga.post(`${path}/send`)
    assert.equal((await olga.get(`${path}/preview`)).headers.location, path)
    assert.equal((await olga.get(`${path}/signers/${id}/preview`)).status, 404)
  })
})
