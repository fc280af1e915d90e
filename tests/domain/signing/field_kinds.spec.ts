import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import type { DraftInput, FieldInput } from '#app/documents/drafts/draft_input'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { copy } from '#app/documents/drafts/copy'
import { FIELD_KINDS } from '#app/documents/field_kinds/index'
import { documentEvidence } from '#app/documents/evidence/document_evidence'
import { fieldValues } from '#app/documents/field_values'
import { Vault } from '#app/documents/files/vault'
import { Signing } from '#app/signing/signing'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'

const CLIENT = { ipAddress: '203.0.113.9', userAgent: 'Browser/1.0' }
const TYPED = { kind: 'typed' as const, text: 'Ana Buyer' }
const BOX = { page: 1, width: 200, height: 22, x: 60 }

/** What the documentation shows, apart from fields whose place a text of the file gives. */
function examples(): Pick<DraftInput, 'signers'>[] {
  const page = readFileSync(app.makePath('docs/api/fields.md'), 'utf8')
  return [...page.matchAll(/```json\n([\s\S]*?)```/g)]
    .filter(([, json]) => !json.includes('"anchor"'))
    .map(([, json]) => JSON.parse(json))
}

test.group('Kinds of fields | signing', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const sign = async (document: Document, at: number, values: Record<string, string | boolean>) => {
    const signing = new Signing(document.id, document.signers[at].id, CLIENT)
    await signing.consent()
    await signing.view()
    return new Signing(document.id, document.signers[at].id, CLIENT).sign({
      values,
      signature: TYPED,
    })
  }
  const refusals = (work: Promise<unknown>) =>
    work.then(
      () => [],
      ({ faults }: { faults: { path: unknown[]; code: string }[] }) =>
        faults.map(({ path, code }) => `${String(path.at(-1))} ${code}`)
    )
  const found = async ({ id }: Document) => (await Document.whole(id))!

  test('takes every example of the documentation, and keeps it through copies', async ({
    assert,
  }) => {
    await live(async () => {
      for (const { signers } of examples()) {
        const draft = await makeDocument({ signers }, { send: false })
        const again = await copy(draft.id, { by: OLGA })
        const written = (document: Document) =>
          document.fields.map(({ type, options }) => [type, options])
        assert.deepEqual(written(await found(again)), written(await found(draft)))
        assert.deepEqual(
          (await found(draft)).fields.map(({ options }) => options ?? undefined),
          signers[0].fields!.map(({ options }) => options)
        )
        assert.equal(draftVersion(await found(draft)), draftVersion(draft))
      }
    })
  })

  test('refuses what nobody could read in its field, from signers and from senders', async ({
    assert,
  }) => {
    const place = { page: 1, x: 60, y: 100 }
    const line = { ...place, width: 170, height: 22 }
    const makeWith = (...fields: FieldInput[]) => makeDocument({ signers: [{ ...ANA, fields }] })
    await live(async () => {
      const document = await makeWith(
        { type: 'text', ...line },
        { type: 'text', ...line, y: 200, width: 20, height: 12 },
        { type: 'text', ...line, y: 300, height: 60 },
        { type: 'company', ...line, y: 400, width: 40 }
      )
      const [one, small, high, firm] = document.fields.map(({ id }) => id)
      const long = {
        [one]: Array(60).fill('█'.repeat(32)).join('\n'),
        [small]: 'W'.repeat(2_000),
        [high]: Array(999).fill('W').join('\n'),
        [firm]: 'Buyer & Sons '.repeat(50),
      }
      assert.deepEqual(
        await refusals(sign(document, 0, long)),
        [one, small, high, firm].map((id) => `${id} does_not_fit`)
      )
      await sign(document, 0, {
        [one]: 'Delivered within four weeks. '.repeat(68),
        [small]: 'Two words, or a few more',
        [high]: Array(20).fill('W').join('\n'),
        [firm]: 'Buyer & Sons '.repeat(10),
      })
      assert.deepEqual(
        await refusals(
          makeWith(
            { type: 'note', ...line, height: 10, options: { text: 'word '.repeat(390) } },
            { type: 'text', ...line, options: { default: 'a\n'.repeat(40) } },
            {
              type: 'select',
              ...line,
              width: 12,
              height: 8,
              options: { choices: ['x', 'y'.repeat(200)] },
            },
            { type: 'note', ...line, height: 40, options: { text: 'word '.repeat(390) } }
          )
        ),
        ['text does_not_fit', 'default does_not_fit', 'choices does_not_fit']
      )
    })
  })

  test('takes what is no longer than the sender demands, wherever it is printed', ({ assert }) => {
    const read = (length: number) =>
      FIELD_KINDS.text.read('x'.repeat(length), { minLength: 1_500 }, () => false)
    assert.property(read(1_500), 'stored')
    assert.containsSubset(read(1_501), { fault: { code: 'does_not_fit' } })
  })

  test('cuts at its edge what stands in a field too small for any word', async ({ assert }) => {
    const { id } = await live(async () => {
      const field = { type: 'text', page: 1, x: 60, y: 100, width: 5, height: 3 } as const
      const document = await makeDocument({ signers: [{ ...ANA, fields: [field] }] })
      await sign(document, 0, { [document.fields[0].id]: Array(200).fill('█').join('\n') })
      return document
    })
    await doWork(acme, 'seal')
    assert.equal((await live(() => found({ id } as Document))).status, 'completed')
  })

  test('decides on the server what is shown: hidden fields are neither asked for, nor kept, nor printed', async ({
    assert,
    cleanup,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
    cleanup(() => rmSync(folder, { recursive: true }))
    const { id } = await live(async () => {
      const [, { signers }] = examples()
      const document = await makeDocument({ signers })
      const [invoice, debit, iban, country, which] = document.fields.map((field) => field.id)
      assert.deepEqual(await refusals(sign(document, 0, {})), [
        `${country} required`,
        `${invoice} not_chosen`,
      ])
      assert.deepEqual(
        await refusals(sign(document, 0, { [invoice]: true, [debit]: true, [country]: 'DE' })),
        [`${iban} required`, `${invoice} two_chosen`]
      )
      await sign(document, 0, {
        [invoice]: true,
        [iban]: 'nothing like it',
        [country]: 'other',
        [which]: 'Liechtenstein',
      })
      const values = await fieldValues(await found(document))
      assert.deepEqual(
        document.fields.map((field) => values.get(field.id)),
        [true, false, undefined, 'other', 'Liechtenstein', 'Delivered within four weeks.']
      )
      const trail = await AuditTrail.read(document.id)
      const hidden = trail.filter(({ action }) => action === 'field.not_shown')
      assert.deepEqual(
        hidden.map(({ body }) => body.details.fieldId),
        [iban]
      )
      return document
    })
    await doWork(acme, 'seal')
    await live(async () => {
      const document = await found({ id } as Document)
      assert.equal(document.status, 'completed')
      const path = join(folder, 'sealed.pdf')
      writeFileSync(path, await (await Vault.open(document)).read(document.sealedFile!))
      const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
      for (const printed of ['other', 'Liechtenstein', 'Delivered within four weeks.'])
        assert.include(text, printed)
      assert.notInclude(text, 'nothing like it')
      assert.isEmpty(await documentEvidence([document.id]))
    })
  })

  test('asks a signer for what an earlier one has answered', async ({ assert }) => {
    await live(async () => {
      const signers = [
        {
          ...ANA,
          order: 1,
          fields: [{ ...BOX, type: 'checkbox' as const, y: 80, options: { key: 'delivery' } }],
        },
        {
          ...BEN,
          order: 2,
          fields: [
            {
              ...BOX,
              type: 'text' as const,
              y: 110,
              options: { label: 'Address', shownWhen: { field: 'delivery', is: true } },
            },
            {
              ...BOX,
              type: 'text' as const,
              y: 140,
              options: { label: 'Pick-up', shownWhen: { field: 'delivery', is: false } },
            },
          ],
        },
      ]
      const document = await makeDocument({ signers })
      const [delivery, address, pickUp] = document.fields.map((field) => field.id)
      await sign(document, 0, { [delivery]: true })
      assert.deepEqual(await refusals(sign(document, 1, { [pickUp]: 'Monday' })), [
        `${address} required`,
      ])
      await sign(document, 1, { [address]: 'Hauptstr. 1' })
      const values = await fieldValues(await found(document))
      assert.deepEqual(Object.fromEntries(values), { [delivery]: true, [address]: 'Hauptstr. 1' })
    })
  })

  test('finds it when somebody changes what a field asked for after it was sent', async ({
    assert,
  }) => {
    const document = await live(() =>
      makeDocument({
        signers: [
          { ...ANA, fields: [{ ...BOX, type: 'note', y: 80, options: { text: 'Price: 100' } }] },
        ],
      })
    )
    assert.isEmpty(await live(() => documentEvidence([document.id])))
    const text = `update fields set options = '{"text": "Price: 900"}' where document_id = $1`
    await live(() => CurrentTenant.batch([{ text, values: [document.id] }]))
    const findings = await live(() => documentEvidence([document.id]))
    assert.match(findings.map(({ message }) => message).join(), /what is said of a field/)
  })

  test('erases what the sender said along with what signers entered, and the trail still holds', async ({
    assert,
  }) => {
    await live(async () => {
      const document = await makeDocument({
        signers: [
          { ...ANA, fields: [{ ...BOX, type: 'note', y: 80, options: { text: 'For Ana alone' } }] },
        ],
      })
      await document.void({ by: OLGA })
      await document.erase({ by: OLGA, reason: 'request' })
      const erased = await found(document)
      assert.isNull(erased.fields[0].options)
      const [rows] = await CurrentTenant.batch([{ text: 'select value from personal_values' }])
      assert.notInclude(JSON.stringify(rows), 'For Ana alone')
      assert.isEmpty(await documentEvidence([document.id]))
    })
  })
})
