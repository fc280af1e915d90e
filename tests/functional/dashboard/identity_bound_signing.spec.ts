import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { CONSOLE } from '#app/cli/_console'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { sha256Hex } from '#app/foundation/opaque_token'
import { Connecting } from '#app/single_sign_on/connecting'
import type Connection from '#app/single_sign_on/connection'
import { documentRecord } from '#app/signing/certificate/document_record'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { TestIdentityProvider } from '#tests/support/identity_provider'
import { INES, ProvingSigner } from '#tests/support/proving_signer'
import { connected } from '#tests/support/single_sign_on'

const BOX = 'signers[0][identity]'
const INSIDER = {
  'signers[0][name]': 'Ines Insider',
  'signers[0][email]': 'ines@corp.example',
  [BOX]: 'single_sign_on',
}

let acme: Tenant
let provider: TestIdentityProvider
let connection: Connection
let olga: Visitor

test.group('Dashboard | identity-bound signing', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    provider = await TestIdentityProvider.make()
    connection = await connected(acme, provider, { name: 'Acme ID' }, ['corp.example'])
    olga = await Visitor.as(acme, 'owner')
  })

  test('is offered where the provider can vouch for somebody, and explained elsewhere', async ({
    assert,
  }) => {
    const { text } = await olga.get('/documents/new')
    assert.include(text, 'Must prove identity with Acme ID')
    assert.include(text, 'Signers with an address at corp.example')
    assert.notInclude((await olga.get('/test/documents/new')).text, BOX)
    const bare = await Visitor.as(await makeTenant())
    const page = await bare.get('/documents/new')
    assert.notInclude(page.text, BOX)
    assert.include(page.text, 'once an identity provider is connected and turned on')
    const small = await Visitor.as(await makeTenant({ plan: 'pro' }))
    assert.notInclude((await small.get('/documents/new')).text, 'prove their identity')
  })

  test('is asked of one signer of a form, and refused beside the address that is of none of ours', async ({
    assert,
  }) => {
    const strange = { ...INSIDER, 'signers[0][email]': 'ines@else.example' }
    const refused = await olga.upload('/documents', await newDocument(strange))
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'vouches for addresses of proved domains only')
    const answer = await olga.upload('/documents', await newDocument(INSIDER))
    assert.equal(answer.status, 303)
    const id = String(answer.headers.location).split('/').at(-1)!
    const document = (await inLive(acme, () => Document.whole(id)))!
    assert.deepEqual(
      document.signers.map(({ identity }) => identity),
      ['single_sign_on', null]
    )
    assert.include((await olga.followed(answer)).text, 'Has to prove their identity with Acme ID')
  })

  test('shows how it stands, and why a signer fails', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    const page = `/documents/${ines.link.documentId}`
    await ines.prove(provider, connection, { nameId: 'eve@corp.example' })
    const failed = (await olga.get(page)).text
    assert.include(
      failed,
      'Could not prove their identity: the identity provider confirmed somebody else'
    )
    const attempts = (await olga.get('/settings/single-sign-on/attempts')).text
    assert.include(attempts, 'Signing: Refused')
    assert.include(attempts, 'E_OTHER_PERSON')
    await ines.prove(provider, connection)
    const proved = (await olga.get(page)).text
    assert.include(proved, `Proved their identity by ${provider.entityId}`)
    assert.include(proved, 'PasswordProtectedTransport')
  })

  test('hands owners and administrators the response as it came, and writes that down', async ({
    assert,
  }) => {
    const ines = await ProvingSigner.of(acme)
    const path = `/documents/${ines.link.documentId}/signers/${ines.link.signerId}/identity`
    assert.equal((await olga.get(path)).status, 404)
    await ines.prove(provider, connection)
    const answer = await olga.get(path)
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^application\/xml/)
    assert.match(String(answer.headers['content-disposition']), /^attachment/)
    const entries = await inLive(acme, () => AuditTrail.read(ines.link.documentId))
    const { body } = entries.find(({ action }) => action === 'identity.proved')!
    assert.equal(sha256Hex(answer.text), body.details.responseSha256)
    assert.include(
      entries.map(({ action }) => action),
      'identity.disclosed'
    )
    const member = await Visitor.as(acme, 'developer')
    assert.include([403, 404], (await member.get(path)).status)
    const stranger = await Visitor.as(await makeTenant())
    assert.equal((await stranger.get(path)).status, 404)
  })

  test('says what stands in the way once single sign-on is off, and lets the sender lift it', async ({
    assert,
  }) => {
    const ines = await ProvingSigner.of(acme)
    const page = `/documents/${ines.link.documentId}`
    const form = `${page}/signers/${ines.link.signerId}`
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    try {
      assert.include((await olga.get(page)).text, 'Has to prove their identity, but cannot')
      const edit = (await olga.get(`${form}/edit`)).text
      assert.match(edit, /name="identity" value="single_sign_on"[^>]*checked/)
      const saved = await olga.post(form, { name: INES.name, email: INES.email })
      assert.equal(saved.status, 303)
      assert.include((await olga.get(page)).text, 'need not prove their identity any more')
      assert.equal((await ines.finish()).status, 200)
    } finally {
      await inLive(acme, () => Connecting.turn(true, CONSOLE))
    }
  })

  test('is asked for again when a draft is sent', async ({ assert }) => {
    const draft = await olga.upload('/documents', await newDocument({ ...INSIDER, send: 'no' }))
    const page = String(draft.headers.location)
    await inLive(acme, () => Connecting.turn(false, CONSOLE))
    try {
      const sent = await olga.post(`${page}/send`)
      assert.include(
        (await olga.followed(sent)).text,
        'No identity provider is connected and turned on'
      )
    } finally {
      await inLive(acme, () => Connecting.turn(true, CONSOLE))
    }
    assert.equal((await olga.post(`${page}/send`)).status, 303)
    const id = page.split('/').at(-1)!
    assert.equal((await inLive(acme, () => Document.whole(id)))!.status, 'pending')
  })

  test('of a person is not that of who takes their place', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    const { documentId, signerId } = ines.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { email: 'eve@corp.example' }, OLGA)
    )
    const document = (await inLive(acme, () => Document.whole(documentId)))!
    const eve = await ProvingSigner.reading(acme, document)
    eve.cookies = ines.cookies
    assert.equal((await eve.finish()).body.error?.code, 'identity_unproved')
    const other = await inLive(acme, () =>
      Document.reference(documentId)
        .correct(signerId, { email: 'eve@else.example' }, OLGA)
        .catch((error: Error) => error.message)
    )
    assert.include(String(other), 'vouches for addresses of proved domains only')
  })

  test('stands on the certificate', async ({ assert }) => {
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    await ines.finish()
    const { documentId } = ines.link
    const bytes = await inLive(acme, () => documentRecord(documentId, 'audit'))
    const folder = await mkdtemp(join(tmpdir(), 'identity-'))
    const path = join(folder, 'record.pdf')
    await writeFile(path, bytes)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    await rm(folder, { recursive: true })
    const entries = await inLive(acme, () => AuditTrail.read(documentId))
    const { body } = entries.find(({ action }) => action === 'identity.proved')!
    assert.include(text, `SAML assertion, SHA-256 ${String(body.details.assertionSha256)}`)
    assert.include(text, `by ${provider.entityId}`)
    assert.include(text, 'by PasswordProtectedTransport')
  })

  test('is kept with the document, compared with the trail, and erased with it', async ({
    assert,
  }) => {
    const ines = await ProvingSigner.of(acme)
    await ines.prove(provider, connection)
    const { documentId, signerId } = ines.link
    const findings = () => inLive(acme, () => documentEvidence([documentId]))
    assert.deepEqual(await findings(), [])
    await inLive(acme, () => Document.reference(documentId).void({ by: OLGA }))
    await inLive(acme, () => Document.reference(documentId).erase({ by: OLGA, reason: 'request' }))
    const path = `/documents/${documentId}/signers/${signerId}/identity`
    assert.equal((await olga.get(path)).status, 404)
    const entries = await inLive(acme, () => AuditTrail.read(documentId))
    const { body } = entries.find(({ action }) => action === 'identity.proved')!
    assert.match(String(body.details.assertionSha256), /^[0-9a-f]{64}$/)
    assert.deepEqual(await findings(), [])
  })
})
