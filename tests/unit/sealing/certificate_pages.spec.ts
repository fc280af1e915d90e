import { test } from '@japa/runner'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { statements as statementsIn } from '#app/sealing/pages/certificate/proof'
import { consentOf, presenceOf } from '#app/sealing/pages/certificate/signer_words'
import type { CertificateFacts } from '#app/sealing/pages/certificate/certificate_facts'
import { SEALED_AT, sealOrder } from '#tests/domain/sealing/sealing_order'

const english = Phrasebook.in('en')
const statements = (told: CertificateFacts) => statementsIn(told, english)

async function facts(changes: Partial<CertificateFacts> = {}): Promise<CertificateFacts> {
  const credential = {
    certificate: new Uint8Array(),
    chain: [],
    privateKey: new Uint8Array(),
  }
  const { certificate } = await sealOrder(new Uint8Array(), { credential })
  return {
    content: certificate,
    isTest: false,
    pageCount: 3,
    canonicalBytes: 1_234_567,
    enclosed: [],
    seal: {
      by: 'Acme GmbH',
      at: SEALED_AT,
      certificateSha256: 'ab',
      isTimestamped: false,
      isStampedLater: false,
      algorithm: 'RSA 2048',
    },
    ...changes,
  }
}

test.group('Certificate | what it says', () => {
  test('says how many bytes of the file are the document', async ({ assert }) => {
    assert.match(statements(await facts())[1]!, /^The first 1,234,567 bytes of the file are/)
  })

  test('claims no document within a record of one', async ({ assert }) => {
    const record = { kind: 'audit', end: 'voided', pageCount: 7 } as const
    assert.notInclude(statements(await facts({ record })).join(' '), 'bytes of the file are')
  })

  test('claims a time stamp only where there is one', async ({ assert }) => {
    const plain = await facts()
    assert.notInclude(statements(plain)[0]!, 'RFC 3161')
    assert.include(statements(plain)[0]!, 'ETSI.CAdES.detached, RSA 2048 and SHA-256')
    const stamped = { ...plain, seal: { ...plain.seal, isTimestamped: true } }
    assert.include(statements(stamped)[0]!, 'with a time stamp of a third party (RFC 3161)')
  })

  test('names the files that it encloses', async ({ assert }) => {
    assert.notInclude(statements(await facts()).join(' '), 'encloses')
    const enclosed = ['audit-trail.json', 'consent-texts.json']
    assert.include(
      statements(await facts({ enclosed })).join(' '),
      'encloses audit-trail.json and consent-texts.json'
    )
  })

  test('claims no invitation of those who sign in person', async ({ assert }) => {
    const plain = await facts()
    assert.include(statements(plain).at(-1)!, 'Signers were invited by')
    const signers = plain.content.signers.map((one) => ({ ...one, inPerson: { host: null } }))
    const said = statements({ ...plain, content: { ...plain.content, signers } })
    assert.include(said.at(-1)!, 'Other signers were invited by')
    assert.include(said.at(-2)!, 'signed in that person’s presence')
  })

  test('names the host of those alone who have signed in person', ({ assert }) => {
    assert.deepEqual(presenceOf({}, english), [])
    assert.deepEqual(presenceOf({ inPerson: { host: null } }, english), [])
    const host = { name: 'Olga Owner', email: 'olga@acme.test' }
    const [line] = presenceOf({ inPerson: { host } }, english)
    assert.match(line!, /Olga Owner.* <olga@acme\.test>, in whose presence$/)
    const [erased] = presenceOf({ inPerson: { host: { name: null, email: null } } }, english)
    assert.include(erased!, 'a member of the sender')
  })

  test('names the consent that was shown, by its version and hash', ({ assert }) => {
    const consent = { consentVersion: '2026-01', consentSha256: 'abc' }
    assert.equal(consentOf(consent, english), 'Version 2026-01, SHA-256 abc')
    assert.equal(consentOf({ ...consent, consentSha256: null }, english), 'Version 2026-01')
    assert.equal(consentOf({ consentVersion: null, consentSha256: null }, english), '—')
  })
})
