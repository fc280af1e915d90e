import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import Document from '#app/documents/document'
import { StoredFile } from '#app/documents/files/stored_file'
import { clock } from '#app/foundation/clock'
import { listedCredentials } from '#app/sealing/csc/listed_credentials'
import KeyStoreAway from '#app/sealing/errors/key_store_away'
import { checkProviders } from '#app/monitoring/doctor/provider_checks'
import OwnCertificate from '#app/signing/seal/own/own_certificate'
import { OwnCertificates } from '#app/signing/seal/own/own_certificates'
import { openedAccess } from '#app/signing/seal/own/kept_access'
import { KeptLogIn } from '#app/signing/seal/own/kept_log_in'
import { providerAt, type ProviderConnection } from '#app/signing/seal/own/provider'
import { SealVerification } from '#app/signing/seal/seal_verification'
import { Cell } from '#app/tenancy/cell'
import { roleName } from '#app/tenancy/tenant_ref'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makePacket } from '#tests/factories/packet_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { CSC_CLIENT, CSC_CREDENTIAL, CSC_PIN, CSC_USER, CscServer } from '#tests/support/csc_server'
import { doWork } from '#tests/support/inline_work'
import { OutsideAuthority } from '#tests/support/outside_authority'
import { sign } from '#tests/support/signing_hand'

test.group('A provider of signatures seals', (group) => {
  let acme: Tenant
  let csc: CscServer

  group.each.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    csc = await CscServer.open(await (await OutsideAuthority.make()).issue('rsa'))
    return async () => {
      clock.restore()
      await csc.close()
    }
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const use = (pin = CSC_PIN) => {
    const which = { userId: CSC_USER, credentialId: CSC_CREDENTIAL, pin }
    const access = { url: csc.url, ...CSC_CLIENT, ...which }
    return live(() => OwnCertificates.useProvider(access, SYSTEM))
  }
  /** As somebody does who comes back from the provider and chooses a certificate. */
  async function useLogIn({ isEnded = false } = {}) {
    csc.authType = ['oauth2code']
    const connection = { url: csc.url, ...CSC_CLIENT, userId: null }
    const { oauth } = providerAt(connection)
    const request = {
      redirectUri: 'https://acme.example/back',
      state: 's'.repeat(43),
      verifier: 'v'.repeat(43),
    }
    const { headers } = await fetch(await oauth.logInUrl(request), { redirect: 'manual' })
    const code = new URL(headers.get('location')!).searchParams.get('code')!
    const tokens = await oauth.redeem(code, request)
    if (isEnded) csc.endTokens()
    const access = { ...connection, tokens, credentialId: CSC_CREDENTIAL, pin: CSC_PIN }
    await live(() => OwnCertificates.useProvider(access, SYSTEM))
  }
  const current = async () => (await live(() => OwnCertificate.current()))!
  const notices = async () =>
    (await live(() => Notice.query().where('kind', 'seal.provider_away'))).map(
      ({ details }) => details.fault
    )
  const issuerOf = async (id: string) => {
    const file = await live(async () =>
      (await StoredFile.sealed((await Document.whole(id))!))!.read()
    )
    const { verdict, seal } = await SealVerification.of(file)
    return [verdict, seal!.ownCertificate?.issuer ?? null]
  }
  const again = () =>
    Cell.named('main').as('relay', (client) =>
      client.query(`update cell.outbox set lease_until = null where kind = 'seal' and scope = $1`, [
        roleName(acme.id, 'live'),
      ])
    )
  const documentOf = (id: string) => live(async () => (await Document.whole(id))!)

  async function signed(): Promise<string> {
    const { id } = await live(() => makeDocument({ signers: [ANA] }))
    await sign(acme, id, ANA.email!)
    return id
  }

  test('and documents wait for it while it is away', async ({ assert }) => {
    csc.pinId = 'pass-phrase'
    await use()
    const id = await signed()
    csc.isAway = true
    await assert.rejects(() => doWork(acme, 'seal'), KeyStoreAway)
    assert.isTrue((await documentOf(id)).isSealing)
    assert.equal((await current()).failingFault, 'unreachable')
    const [finding] = await checkProviders()
    assert.equal(finding!.state, 'warning')
    assert.match(
      finding!.says,
      /do not sign, and seals wait: .*ten_\w+ for \d+ hours \(it answered 503/
    )
    csc.isAway = false
    await again()
    assert.equal(await doWork(acme, 'seal', { early: true }), 1)
    assert.deepEqual(await issuerOf(id), ['whole', 'CN=Outside Trust Seals'])
    assert.isNull((await current()).failingSince)
    assert.deepEqual(csc.faults, [])
  })

  test('and its people are told once, after half an hour without a signature', async ({
    assert,
  }) => {
    await use()
    await signed()
    csc.isAway = true
    for (const told of [[], ['unreachable'], ['unreachable']]) {
      await assert.rejects(() => doWork(acme, 'seal', { early: true }), KeyStoreAway)
      await again()
      assert.deepEqual(await notices(), told)
      clock.travel(31 * 60_000)
    }
  })

  test('and a PIN that it refuses is tried once where a document has several files', async ({
    assert,
  }) => {
    await use()
    const { id } = await live(() => makePacket())
    await sign(acme, id, ANA.email!)
    csc.pin = 'changed'
    await assert.rejects(() => doWork(acme, 'seal', { early: true }), /invalid_pin/)
    await sleep(500)
    const authorized = csc.asked.filter((method) => method === 'credentials/authorize')
    assert.lengthOf(authorized, 2) // of the trial, and once
    await use('changed')
    assert.equal(await doWork(acme, 'seal', { early: true }), 1)
    assert.deepEqual(await issuerOf(id), ['whole', 'CN=Outside Trust Seals'])
  })

  test('and a PIN that it refuses is not tried again, so that no key is locked', async ({
    assert,
  }) => {
    await use()
    await signed()
    csc.pin = 'changed'
    for (let tries = 0; tries < 3; tries++) {
      await assert.rejects(() => doWork(acme, 'seal', { early: true }), /invalid_pin/)
      await again()
    }
    const authorized = csc.asked.filter((method) => method === 'credentials/authorize')
    assert.lengthOf(authorized, 2) // of the trial, and once
    assert.deepEqual(await notices(), ['pin'])
    await use('changed')
    assert.isNull((await current()).failingSince)
    assert.isAtLeast(await doWork(acme, 'seal'), 1)
  })

  test('and the log-in of a person is renewed without them, by one at a time', async ({
    assert,
  }) => {
    const renewals = () => csc.asked.filter((method) => method === 'oauth2/token').length
    await useLogIn()
    assert.equal(renewals(), 1) // what the person came back with
    csc.endTokens()
    // as several processes at once: the provider takes a refresh token once only, or ends the log-in
    const own = await current()
    const listed = await live(async () => {
      const where = await openedAccess(own)
      const connection = where.access as ProviderConnection
      const others = [1, 2, 3].map(() => providerAt(connection, new KeptLogIn(own.id)))
      return Promise.all(others.map((http) => listedCredentials(http, null)))
    })
    assert.lengthOf(listed.flat(), 3)
    assert.equal(renewals(), 2)
    const last = await signed()
    csc.endTokens()
    await doWork(acme, 'seal')
    assert.deepEqual(await issuerOf(last), ['whole', 'CN=Outside Trust Seals'])
    assert.deepEqual([renewals(), csc.faults], [3, []])
    assert.isNull((await current()).failingSince)
  })

  test('and people are told at once when a log-in cannot be renewed any more', async ({
    assert,
  }) => {
    await useLogIn()
    const id = await signed()
    csc.endLogIns()
    await assert.rejects(() => doWork(acme, 'seal'), /400 to oauth2\/token \(invalid_grant\)/)
    assert.equal((await current()).failingFault, 'login')
    assert.deepEqual(await notices(), ['login'])
    assert.isTrue((await documentOf(id)).isSealing)
    await useLogIn()
    assert.isAtLeast(await doWork(acme, 'seal'), 1)
    assert.deepEqual(await issuerOf(id), ['whole', 'CN=Outside Trust Seals'])
  })

  test('and a log-in that ends while the certificate is tried is kept as it is then', async ({
    assert,
  }) => {
    await useLogIn({ isEnded: true })
    const id = await signed()
    await doWork(acme, 'seal')
    assert.deepEqual(await issuerOf(id), ['whole', 'CN=Outside Trust Seals'])
  })

  test('and its removal seals at once what waits for it, with a certificate of ours', async ({
    assert,
  }) => {
    await use()
    const id = await signed()
    csc.isAway = true
    await assert.rejects(() => doWork(acme, 'seal'), KeyStoreAway)
    await live(() => OwnCertificates.remove(SYSTEM))
    assert.isAtLeast(await doWork(acme, 'seal'), 1)
    assert.deepEqual(await issuerOf(id), ['whole', null])
    await again()
    await doWork(acme, 'seal', { early: true })
    assert.equal((await documentOf(id)).status, 'completed')
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
