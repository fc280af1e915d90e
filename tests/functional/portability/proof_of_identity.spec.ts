import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { openSession } from '#app/identity/sessions/session_opening'
import { TenantErasure } from '#app/portability/erasure/tenant_erasure'
import { TenantExport } from '#app/portability/tenant_export'
import { TenantImport } from '#app/portability/tenant_import'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, makeUser, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { doWork } from '#tests/support/inline_work'
import { findingsOf, sealedFile } from '#tests/support/populated_tenant'
import { ProvingSigner } from '#tests/support/proving_signer'
import { connected, responseOf } from '#tests/support/single_sign_on'

test.group('Portability | a proof of identity', () => {
  test('that a signer gave at their provider arrives with the archive, and can be downloaded as it came', async ({
    assert,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'port-'))
    try {
      const acme = await makeTenant({ plan: 'business', withSandbox: true })
      const admin = await makeUser(acme, 'admin')
      const provider = await TestIdentityProvider.make()
      const connection = await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
      const ines = await ProvingSigner.of(acme)
      const { inResponseTo, relayState } = await ines.leave()
      const terms = { inResponseTo, nameId: 'ines@corp.example' }
      const message = responseOf(provider, connection, terms)
      await ines.return(await ines.bring(message, relayState))
      assert.equal((await ines.finish()).status, 200)
      await doWork(acme, 'seal')
      const { documentId, signerId } = ines.link
      const sealed = await sealedFile(acme, documentId)

      const file = join(folder, 'acme.tar')
      await new TenantExport(acme).write(file)
      await TenantErasure.run(acme.id)
      const back = await (await TenantImport.open(file)).run()

      const visitor = new Visitor(back, admin)
      const { token } = await inLive(back, () => openSession(admin))
      visitor.cookies.set('session', token.release())
      const page = await visitor.get(`/documents/${documentId}`)
      assert.include(page.text, `Proved their identity by ${provider.entityId}`)
      const kept = await visitor.get(`/documents/${documentId}/signers/${signerId}/identity`)
      assert.equal(kept.status, 200)
      assert.equal(kept.text, Buffer.from(message, 'base64').toString())
      assert.isTrue((await sealedFile(back, documentId)).equals(sealed))
      assert.deepEqual(await findingsOf(back), [])
      // what the provider was told still holds, so that the next signer can prove who they are
      const next = await ProvingSigner.of(back)
      const again = await next.prove(provider, connection)
      assert.equal(again.headers.location, next.link.path)
      assert.equal((await next.finish()).status, 200)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
