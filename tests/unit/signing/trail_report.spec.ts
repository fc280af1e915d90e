import { test } from '@japa/runner'
import { forge, type Happening } from '#app/audit/audit_entry'
import { TRAIL_FORMAT, type TrailContent } from '#app/audit/trail_file'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import type { SealReport } from '#app/sealing/verifier/seal_report'
import { stepLimits } from '#app/signing/verified_file/file_words'
import { trailReport } from '#app/signing/verified_file/trail_report'

const AT = new Date('2026-11-27T08:00:00.000Z')
const ANA = { id: 'sig_ana', name: 'Ana Souza', email: 'ana@example.com', order: null }
const OLGA = { type: 'user', id: 'usr_olga', name: 'Olga Owner', ipAddress: '203.0.113.7' } as const
const SIGNER = { type: 'signer', id: ANA.id, name: ANA.name, ipAddress: '203.0.113.8' } as const

const english = Phrasebook.in('en')

/** A trail whose hashes all fit, as anybody can make one who knows its form. */
function trailOf(happenings: readonly Happening[]): Buffer {
  const entries: TrailContent['entries'] = []
  let prevHash: string | null = null
  for (const [index, happening] of happenings.entries()) {
    const place = { id: `aud_${index}`, chain: 'doc_x', sequence: index + 1, prevHash, at: AT }
    const { body, hash, personal } = forge(place, happening)
    const values = personal.map(({ salt, ...rest }) => ({ ...rest, salt: salt.toString('hex') }))
    entries.push({ text: body, hash, values })
    prevHash = hash
  }
  const end = { documentId: 'doc_x', length: entries.length, head: prevHash ?? '' }
  return Buffer.from(JSON.stringify({ format: TRAIL_FORMAT, ...end, entries }))
}

const sent = (signers: object[]): Happening => ({
  action: 'document.sent',
  actor: OLGA,
  details: { expiresAt: '2026-12-27T08:00:00.000Z' },
  personal: { signers: JSON.stringify(signers) },
})
const signed: Happening = {
  action: 'document.signed',
  actor: SIGNER,
  details: { signerId: ANA.id },
}
const report = (...happenings: Happening[]) => trailReport(trailOf(happenings), english)

test.group('Trail report', () => {
  test('says who signed, when and from where, and which steps are about whom', ({ assert }) => {
    const found = report(sent([ANA]), signed)!
    assert.isTrue(found.isWhole)
    assert.deepEqual(found.signers, [
      {
        ...{ id: ANA.id, name: ANA.name, email: ANA.email, role: 'signer' },
        ...{ signedAt: AT, ipAddress: SIGNER.ipAddress, host: null },
      },
    ])
    const about = found.steps.map(({ action, signerId }) => [action, signerId])
    assert.deepEqual(about, [
      ['document.sent', null],
      ['document.signed', ANA.id],
    ])
  })

  test('says nothing of a trail of which one letter was changed', ({ assert }) => {
    const altered = String(trailOf([sent([ANA]), signed])).replace('Ana Souza', 'Ana Sousa')
    const found = trailReport(Buffer.from(altered), english)!
    assert.deepEqual([found.isWhole, found.signers, found.steps], [false, [], []])
  })

  test('takes no trail for one of ours that has what none of ours has, though its hashes fit', ({
    assert,
  }) => {
    const strange = [
      [sent([{ ...ANA, role: 'notary' }])],
      [sent([{ ...ANA, name: { toString: 'Ana' } }])],
      [sent([{ ...ANA, email: 7 }])],
      [{ ...sent([ANA]), personal: { signers: 'null' } }],
      [sent(Array.from({ length: 2_000 }, () => ANA))],
      Array.from({ length: 5_001 }, () => signed),
    ]
    for (const happenings of strange) assert.isFalse(report(...happenings)!.isWhole)
    assert.isFalse(trailReport(Buffer.from('{"format":"audit-trail/1"}'), english)!.isWhole)
  })

  test('keeps nothing in names that does not print', ({ assert }) => {
    const name = 'Ana\u001b[2J\u202eSouza'
    assert.equal(report(sent([{ ...ANA, name }]))!.signers[0]!.name, 'Ana[2JSouza')
  })

  test('is null of a file without one', ({ assert }) => {
    assert.isNull(trailReport(null, english))
  })
})

test.group('Limits of the steps in a file', () => {
  const limits = (faults: string[], own: object | null, trail = report(sent([ANA]), signed)) =>
    stepLimits(
      { faults, seal: { by: 'Acme', ownCertificate: own } } as unknown as SealReport,
      trail,
      english
    )

  test('say of a revoked certificate that the record may not be genuine, and nothing beside it', ({
    assert,
  }) => {
    const said = limits(['certificate_revoked'], { issuer: 'CN=Outside' })
    assert.deepEqual(said, [english.t('verify.limit_revoked_steps')])
    assert.match(said[0]!, /genuine/)
    assert.lengthOf(limits([], null), 1)
    assert.lengthOf(limits([], { issuer: 'CN=Outside' }), 2)
    assert.notInclude(limits([], null), said[0])
  })

  test('say nothing of a record that does not fit together, which is said already', ({
    assert,
  }) => {
    const altered = String(trailOf([sent([ANA]), signed])).replace('Ana Souza', 'Ana Sousa')
    const broken = trailReport(Buffer.from(altered), english)
    assert.deepEqual(limits(['certificate_revoked'], null, broken), [])
    assert.deepEqual(limits([], null, null), [english.t('verify.limit_no_steps')])
  })
})
