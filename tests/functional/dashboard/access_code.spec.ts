import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { VerifiedTrail } from '#app/audit/verified_trail'
import Document from '#app/documents/document'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { ProvenDocument } from '#app/documents/evidence/proven_document'
import { MOST_FAILURES } from '#app/signing/access/code_attempts'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { certificateText } from '#tests/support/certificate_text'
import { CODE, CodeBearer, GUARDED } from '#tests/support/code_bearer'
import { inLive, newDocument, Visitor } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'

const FIELD = 'signers[0][accessCode]'
const KEPT = 'signers[0][accessCommitment]'

let acme: Tenant
let olga: Visitor

test.group('Dashboard | access codes', (group) => {
  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme' })
    olga = await Visitor.as(acme, 'owner')
  })

  const made = async (values: Record<string, string>) => {
    const answer = await olga.upload('/documents', await newDocument(values))
    const path = String(answer.headers.location)
    const id = path.split('/').at(-1)!
    return { path, id, document: (await inLive(acme, () => Document.whole(id)))! }
  }

  test('are set for one signer of a form, and the page of the document says how it stands', async ({
    assert,
  }) => {
    const { path, document } = await made({ [FIELD]: CODE })
    const before = (await olga.get(path)).text
    assert.lengthOf(before.match(/Has to enter an access code/g) ?? [], 1)
    assert.notInclude(before, CODE)
    const ana = await CodeBearer.reading(acme, document)
    await ana.enter('guess-work-1')
    await ana.enter('guess-work-2')
    assert.include((await olga.get(path)).text, 'Entered 2 wrong codes')
    await ana.enter(CODE)
    const after = (await olga.get(path)).text
    assert.include(after, 'Entered the access code')
    assert.include(after, 'entered a wrong access code')
  })

  test('that are too easy are refused beside the field, where what was typed stays', async ({
    assert,
  }) => {
    const refused = await olga.upload('/documents', await newDocument({ [FIELD]: '123456' }))
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'This code is among the first that others try')
    assert.match(refused.text, /name="signers\[0\]\[accessCode\]"[^>]*value="123456"/)
  })

  test('of a draft stay when it is saved, and go when that is asked for', async ({ assert }) => {
    const { path, id } = await made({ [FIELD]: CODE, send: 'no' })
    const commitment = async () =>
      (await inLive(acme, () => Document.whole(id)))!.signers[0].accessCommitment
    const first = await commitment()
    assert.match(String(first), /^[0-9a-f]{64}$/)
    const edit = (await olga.get(`${path}/edit`)).text
    assert.include(edit, 'A code is set')
    const [, kept] = new RegExp(`name="${KEPT.replaceAll(/[[\]]/g, '\\$&')}" value="(\\w+)"`).exec(
      edit
    )!
    const [, version] = /name="version" value="([^"]+)"/.exec(edit)!
    const saved = await olga.upload(
      path,
      await newDocument({ version, [KEPT]: kept, title: 'Another', send: 'no' }, null)
    )
    assert.equal(saved.status, 303)
    assert.equal(await commitment(), first)
    const [, next] = /name="version" value="([^"]+)"/.exec((await olga.get(`${path}/edit`)).text)!
    await olga.upload(
      path,
      await newDocument(
        { 'version': next, [KEPT]: kept, 'signers[0][liftCode]': 'yes', 'send': 'no' },
        null
      )
    )
    assert.isNull(await commitment())
  })

  test('are changed where a signer is corrected, also for one who is locked out', async ({
    assert,
  }) => {
    const { path, id, document } = await made({ [FIELD]: CODE })
    const [signer] = document.signers
    await locksOut(signer.id)
    assert.include((await olga.get(path)).text, 'Locked out: 20 wrong access codes in a row')
    const form = `${path}/signers/${signer.id}`
    const { name, email } = signer
    assert.include((await olga.get(`${form}/edit`)).text, 'An access code is set')
    const refused = await olga.post(form, { name, email, accessCode: 'short' })
    assert.equal(refused.status, 422)
    assert.include(refused.text, 'A code has at least 6 characters')
    const saved = await olga.post(form, { name, email, accessCode: 'Daffodil 12' })
    assert.equal(saved.status, 303)
    const page = (await olga.get(path)).text
    assert.include(page, 'Has to enter an access code')
    assert.include(page, 'who has to enter another access code')
    const ana = await CodeBearer.reading(acme, (await inLive(acme, () => Document.whole(id)))!)
    assert.equal((await ana.enter('daffodil 12')).status, 303)
  })

  test('that were entered after another was set are told at once, with their own time', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { accessCode: 'Daffodil 12' }, OLGA)
    )
    await ana.enter('daffodil 12')
    const again = new CodeBearer(ana.link)
    await again.enter('daffodil 12')
    const proven = async () => (await provenOf(documentId, signerId)).codeEnteredAt
    const entered = await proven()
    assert.isNotNull(entered)
    await inLive(acme, () => Document.reference(documentId).void({ by: OLGA })) // settles what was only counted
    assert.deepEqual(await proven(), entered)
  })

  test('that were entered stand on the certificate', async ({ assert }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    await signs(ana)
    const text = await certificateText(acme, ana.link.documentId)
    assert.match(text, /Access\s+Entered \d.* a code that the sender had agreed with them/)
    assert.include(text.replaceAll(/\s+/g, ' '), 'is the sender’s word')
  })

  test('that were entered stand on the certificate also where the same one was set again since', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    const { documentId, signerId } = ana.link
    await new CodeBearer(ana.link).enter('guess-work-1')
    const correct = () =>
      inLive(acme, () =>
        Document.reference(documentId).correct(signerId, { accessCode: CODE }, OLGA)
      )
    await correct()
    await correct()
    const page = (await olga.get(`/documents/${documentId}`)).text
    assert.lengthOf(page.match(/forgot the wrong codes of Ana Buyer/g) ?? [], 1)
    assert.notInclude(page, 'who has to enter another access code')
    await signs(ana)
    assert.match(await certificateText(acme, documentId), /Access\s+Entered \d/)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('let one in again who is locked out of their own copy, before the others have signed and after the end', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const { documentId, signerId } = ana.link
    await ana.enter(CODE)
    await signs(ana)
    const page = `/documents/${documentId}`
    const form = `${page}/signers/${signerId}`
    const { codeEnteredAt } = await provenOf(documentId, signerId)
    for (const [round, code] of ['Daffodil 12', 'Rhubarb 34'].entries()) {
      await locksOut(signerId)
      const locked = (await olga.get(page)).text
      assert.include(locked, 'Locked out: 20 wrong access codes in a row')
      assert.include(locked, `href="${form}/edit"`)
      const edit = (await olga.get(`${form}/edit`)).text
      assert.include(edit, 'name="accessCode"')
      assert.notInclude(edit, 'name="email"')
      for (const [accessCode, fault] of [
        ['', 'Enter a code, the same one or another'],
        ['short', 'A code has at least 6 characters'],
      ]) {
        const refused = await olga.post(form, { accessCode })
        assert.equal(refused.status, 422)
        assert.include(refused.text, fault)
      }
      assert.equal((await new CodeBearer(ana.link).enter(code)).status, 403)
      assert.equal((await olga.post(form, { accessCode: code })).status, 303)
      const after = (await olga.get(page)).text
      assert.notInclude(after, 'Locked out')
      const told = after.match(/set another access code for Ana Buyer/g) ?? []
      assert.lengthOf(told, round + 1)
      assert.notInclude(after, 'Has to enter an access code')
      const line = /Entered the access code · (.*?)<\/p>/s.exec(after)![1]
      assert.include(line, codeEnteredAt!.toISOString())
      assert.include(line, 'Another code has been set for their copy since')
      const again = new CodeBearer(ana.link)
      assert.equal((await again.enter(code)).status, 303)
      assert.include((await again.page).text, 'Contract of sale')
      if (round === 0) await doWork(acme, 'seal')
    }
    assert.equal((await inLive(acme, () => Document.findOrFail(documentId))).status, 'completed')
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
    assert.match(await certificateText(acme, documentId), /Access\s+Entered \d/)
  })

  test('are no longer changed together with a name once the signer has signed', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [GUARDED, BEN])
    await ana.enter(CODE)
    await signs(ana)
    const { documentId, signerId } = ana.link
    const page = `/documents/${documentId}`
    const { name, email } = ANA
    await olga.post(`${page}/signers/${signerId}`, { name, email, accessCode: 'Daffodil 12' })
    assert.include((await olga.get(page)).text, 'what was signed is not corrected')
    assert.equal((await new CodeBearer(ana.link).enter(CODE)).status, 303)
  })

  test('stand there, too, where an earlier release wrote that the same one was another', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.change(documentId, (change) => {
        const details = { signerId, changed: ['access'], access: 'code' }
        change.log({ action: 'signer.corrected', actor: OLGA, details })
      })
    )
    await signs(ana)
    assert.match(await certificateText(acme, documentId), /Access\s+Entered \d/)
  })

  test('that come back after others are entered anew, by those who entered them before as well', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    const { documentId, signerId } = ana.link
    await ana.enter(CODE)
    for (const [accessCode, at] of [
      ['Daffodil 12', 'another'],
      [CODE, 'the first'],
    ]) {
      await inLive(acme, () =>
        Document.reference(documentId).correct(signerId, { accessCode }, OLGA)
      )
      assert.equal((await ana.call('/viewed')).status, 403, at)
      await ana.enter(accessCode)
    }
    const entries = await inLive(acme, () => AuditTrail.read(documentId))
    const accesses = entries
      .filter(({ action }) => ['access.granted', 'signer.corrected'].includes(action))
      .map(({ action, body: { details } }) => [action, details.isOtherCode ?? false])
    assert.deepEqual(accesses, [
      ['access.granted', false],
      ['signer.corrected', true],
      ['access.granted', false],
      ['signer.corrected', true],
      ['access.granted', false],
    ])
    await signs(ana)
    const { codeEnteredAt } = await provenOf(documentId, signerId)
    assert.deepEqual(
      codeEnteredAt,
      entries.findLast(({ action }) => action === 'access.granted')!.at
    )
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('stay away from the certificate where an earlier release does not say which of two was entered last', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    const { documentId, signerId } = ana.link
    const corrected = { signerId, changed: ['access'], access: 'code' }
    const granted = { signerId, method: 'code' }
    await inLive(acme, () =>
      Document.change(documentId, (change) => {
        const actor = change.document.signers[0].actor({ ipAddress: '192.0.2.1', userAgent: '' })
        change.log(
          { action: 'signer.corrected', actor: OLGA, details: corrected },
          { action: 'access.granted', actor, details: granted },
          { action: 'signer.corrected', actor: OLGA, details: corrected }
        )
      })
    )
    await signs(ana)
    assert.notMatch(await certificateText(acme, documentId), /Access\s+Entered/)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('that are asked for late have consent and the first look follow them, on the certificate as well', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme, [ANA])
    await ana.consent()
    await ana.call('/viewed')
    await ana.call('/draft', { answers: { values: {} }, age: 0, mark: '' })
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { accessCode: CODE }, OLGA)
    )
    const [signer] = (await inLive(acme, () => Document.whole(documentId)))!.signers
    assert.deepEqual([signer.consentedAt, signer.viewedAt], [null, null])
    assert.deepEqual(await draftsOf(signerId), [])
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
    const before = (await certificateText(acme, documentId)).split('Audit trail')[0]
    assert.notMatch(before, /Consent\s+\S*\d/)
    await ana.enter(CODE)
    assert.include((await ana.page).text, 'name="accepted"')
    assert.equal((await ana.finish()).status, 409)
    await ana.consent()
    await ana.call('/viewed')
    assert.equal((await ana.finish()).status, 200)
    const proven = await provenOf(documentId, signerId)
    assert.isTrue(proven.codeEnteredAt! <= proven.viewedAt!)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })

  test('that take the place of others leave consent and the first look, which followed a code', async ({
    assert,
  }) => {
    const ana = await CodeBearer.of(acme)
    await ana.enter(CODE)
    await ana.consent()
    await ana.call('/viewed')
    const { documentId, signerId } = ana.link
    await inLive(acme, () =>
      Document.reference(documentId).correct(signerId, { accessCode: 'Daffodil 12' }, OLGA)
    )
    await ana.enter('Daffodil 12')
    assert.equal((await ana.finish()).status, 200)
    assert.deepEqual(await inLive(acme, () => documentEvidence([documentId])), [])
  })
})

async function locksOut(signerId: string): Promise<void> {
  const text = 'insert into access_attempts (signer_id, failures, last_at) values ($1, $2, now())'
  await inLive(acme, () => CurrentTenant.batch([{ text, values: [signerId, MOST_FAILURES] }]))
}

async function signs(ana: CodeBearer): Promise<void> {
  await ana.consent()
  await ana.call('/viewed')
  await ana.finish()
}

function provenOf(documentId: string, signerId: string) {
  return inLive(acme, async () =>
    ProvenDocument.of(await VerifiedTrail.of(documentId)).signer(signerId)
  )
}

async function draftsOf(signerId: string) {
  const text = 'select signer_id from signing_drafts where signer_id = $1'
  const [rows] = await inLive(acme, () => CurrentTenant.batch([{ text, values: [signerId] }]))
  return rows
}
