import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { sha256Hex } from '#app/foundation/opaque_token'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

test.group('Draft | create', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ withSandbox: true })
  })
  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  test('stores the document, its signers and their fields', async ({ assert }) => {
    const document = await live(() => makeDocument())
    const found = await live(() => Document.whole(document.id))
    assert.equal(found!.status, 'pending')
    assert.deepEqual(
      found!.signers.map(({ email, status }) => [email, status]),
      [
        [ANA.email, 'sent'],
        [BEN.email, 'sent'],
      ]
    )
    assert.equal(found!.fields.length, 2)
    assert.equal(found!.emailsSent, 2)
    assert.equal(found!.sequence, 1)
  })

  test('keeps the files encrypted and gives back what was stored', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument()
      const vault = await Vault.open(document)
      assert.equal(sha256Hex(await vault.read('original')), document.originalSha256)
      assert.equal(sha256Hex(await vault.read('canonical')), document.canonicalSha256)
    })
  })

  test('begins the audit trail with creation, upload, sending and invitations', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument()
      const entries = await AuditTrail.read(document.id)
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['document.created', 'document.uploaded', 'document.sent', 'invite.sent', 'invite.sent']
      )
      assert.equal(entries[0].personal.actorName, OLGA.name)
    })
  })

  test('invites only the first turn when signers are ordered', async ({ assert }) => {
    await live(async () => {
      const document = await makeDocument({
        signers: [
          { ...ANA, order: 2 },
          { ...BEN, order: 1 },
        ],
      })
      assert.deepEqual(
        document.signers.map(({ status }) => status),
        ['pending', 'sent']
      )
      assert.equal(document.emailsSent, 1)
    })
  })

  test('refuses a field that leaves its page and says how large the page is', async ({
    assert,
  }) => {
    const signers = [
      {
        ...ANA,
        fields: [{ type: 'text' as const, page: 1, x: 500, y: 10, width: 200, height: 20 }],
      },
    ]
    const refused = await live(() => makeDocument({ signers }).catch((error) => error))
    assert.equal(refused.code, 'field_off_page')
    assert.deepEqual(refused.details, { page: 1, pageWidth: 595, pageHeight: 842 })
  })

  test('refuses a sandbox address in live', async ({ assert }) => {
    const refused = await live(() =>
      makeDocument({ signers: [{ name: 'S', email: 'signer@sandbox.test' }] }).catch(
        (error) => error
      )
    )
    assert.equal(refused.code, 'validation_failed')
  })

  test('is unseen from the sandbox of the same tenant', async ({ assert }) => {
    const document = await live(() => makeDocument())
    assert.isNull(
      await CurrentTenant.run({ tenant: acme.ref, environment: 'test' }, () =>
        Document.whole(document.id)
      )
    )
  })
})
