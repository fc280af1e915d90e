import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CscServer } from '#tests/support/csc_server'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority } from '#tests/support/outside_authority'
import { sign } from '#tests/support/signing_hand'

test.group('A provider of signatures seals', (group) => {
  let acme: Tenant
  let csc: CscServer

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    csc = await CscServer.open(await (await OutsideAuthority.make()).issue('rsa'))
    return () => csc.close()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const use = (pin = CSC_PIN) => {
    const access = { url: csc.url, ...CSC_CLIENT, credentialId: CSC_CREDENTIAL, pin }
    return live(() => OwnCertificates.useProvider(access, SYSTEM))
  }
  const documentOf = (id: string) => live(async () => (await Document.whole(id))!)

  async function signed(): Promise<string> {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    return id
  }

  test('and documents wait for it while it is away', async ({ assert }) => {
    await use()
    const id = await signed()
    csc.isAway = true
    await assert.rejects(() => doWork(acme, 'seal'), KeyStoreAway)
    assert.isTrue((await documentOf(id)).isSealing)
    csc.isAway = false
    await Cell.named('main').as('relay', (client) =>
      client.query(`update cell.outbox set lease_until = null where kind = 'seal' and ref = $1`, [
        id,
      ])
    )
    assert.equal(await doWork(acme, 'seal', { early: true }), 1)
    const file = await live(async () =>
      (await StoredFile.sealed((await Document.whole(id))!))!.read()
    )
    const { verdict, seal } = await SealVerification.of(file)
    assert.equal(verdict, 'whole')
    assert.equal(seal!.ownCertificate!.issuer, 'CN=Outside Trust Seals')
    assert.deepEqual(csc.faults, [])
  })

  test('only after a trial: a wrong PIN changes nothing, and removal forgets how to reach it', async ({
    assert,
  }) => {
    await assert.rejects(() => use('0'), KeyStoreAway)
    assert.isNull(await live(() => OwnCertificate.current()))
    await use()
    const { access } = (await live(() => OwnCertificate.current()))!
    assert.isFalse(access!.includes(Buffer.from(CSC_CLIENT.clientSecret)))
    await live(() => OwnCertificates.remove(SYSTEM))
    const [gone] = await live(() => OwnCertificate.query())
    assert.isNull(gone!.access)
  })
})
