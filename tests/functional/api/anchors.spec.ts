import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib'
import { FIELD_SAMPLES } from '#app/api/docs/field_samples'
import { intake } from '#app/sealing/intake/intake'
import { ApiClient, type Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

const DOCUMENTS = '/api/v1/documents'
const TEMPLATES = '/api/v1/templates'
const ANA = { name: 'Ana Buyer', email: 'ana@example.test' }
const PLAIN = { type: 'text', page: 1, x: 1, y: 2, width: 30, height: 20 }

interface Placed {
  type: string
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** Two pages; the second lies on its side, is turned to be read, and has a box that does not begin at zero. */
async function contract(): Promise<string> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const size = 12
  const first = pdf.addPage([595, 842])
  first.drawText('Sig', { x: 60, y: 700, size, font })
  first.drawText('nature:', { x: 60 + font.widthOfTextAtSize('Sig', size), y: 700, size, font })
  first.drawText('Signature:', { x: 60, y: 500, size, font })
  first.drawText('Date  of signing', { x: 60, y: 300, size, font })
  const second = pdf.addPage([595, 842])
  second.setMediaBox(40, 70, 595, 842)
  second.setRotation(degrees(90))
  // as it is read: 100 from the left, its line 200 from the top
  second.drawText('Buyer signs here', { x: 240, y: 170, size, font, rotate: degrees(90) })
  return Buffer.from(await pdf.save()).toString('base64')
}

const base64 = async (content: { pages?: number; text: string }) =>
  Buffer.from(await makePdf(content)).toString('base64')

/** `signers[0].fields[0].anchor text_not_found` for each fault. */
function faultsOf({ status, body }: Answer): string[] {
  const details = (status === 422 && body.error?.details) || []
  return (details as { param: string; code: string }[]).map(({ param, code }) => `${param} ${code}`)
}

const fieldsOf = ({ body }: Answer) => (body.signers as { fields: Placed[] }[])[0].fields
const middleOf = ({ y, height }: Placed) => y + height / 2

/** Has so many searches for texts wait for one another, each done, and gives back what ends that. */
function findAtOnce(count: number): () => void {
  const all = Promise.withResolvers<void>()
  let found = 0
  return afterFinding(async () => {
    found += 1
    if (found >= count) all.resolve()
    await all.promise
  })
}

/** Holds back the next search for texts, once it is done. */
function holdFinding() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const restore = afterFinding(async () => {
    reached.resolve()
    await released.promise
  })
  const release = () => {
    released.resolve()
    restore()
  }
  return { reached: reached.promise, release }
}

/** Between what was found and what is written of it. */
function afterFinding(work: () => Promise<void>): () => void {
  const find = intake.find.bind(intake)
  intake.find = async (...wanted) => {
    const found = await find(...wanted)
    await work()
    return found
  }
  return () => {
    intake.find = find
  }
}

test.group('API | anchors', (group) => {
  let client: ApiClient
  let file: string

  group.setup(async () => {
    client = await ApiClient.of(await makeTenant({ withSandbox: true }), 'test')
    file = await contract()
  })

  const create = (fields: readonly object[], more: object = {}) =>
    client.post(DOCUMENTS, {
      ...{ title: 'Sale', send: false, file, signers: [{ ...ANA, fields }] },
      ...more,
    })
  const patch = (path: string, json: object) => client.ask({ method: 'PATCH', path, json })

  test('put fields where their text stands, whatever its runs and its page are like', async ({
    assert,
  }) => {
    const made = await create([
      { type: 'signature', anchor: { text: 'Signature:' } },
      {
        ...{ type: 'date', width: 80, height: 20 },
        anchor: { text: 'Signature:', occurrence: 2, position: 'below', offsetX: 5, offsetY: 10 },
      },
      {
        ...{ type: 'initials', unit: 'percent', width: 10, height: 5 },
        anchor: { text: 'BUYER SIGNS', ignoreCase: true, page: 2, position: 'above' },
      },
      { type: 'checkbox', anchor: { text: 'Date of signing', position: 'right' } },
      PLAIN,
    ])
    assert.equal(made.status, 201, made.text)
    const [signature, date, initials, checkbox, plain] = fieldsOf(made)
    assert.containSubset(signature, { page: 1, width: 160, height: 44 })
    assert.approximately(signature.x, 114, 1.5)
    assert.approximately(middleOf(signature), 842 - 704, 3)
    assert.approximately(date.x, 65, 1.5)
    assert.approximately(date.y, 842 - 500 + 10, 5)
    assert.containSubset(initials, { page: 2, width: 84.2, height: 29.75 })
    assert.approximately(initials.x, 100, 2)
    assert.approximately(initials.y + initials.height, 200 - 9, 2)
    assert.approximately(checkbox.x, 60 + 86, 6)
    assert.approximately(middleOf(checkbox), 842 - 304, 3)
    assert.containSubset(plain, PLAIN)
    assert.sameMembers(Object.keys(signature), Object.keys(plain))
  })

  test('put a field at all places of a text, and name faults as they were sent', async ({
    assert,
  }) => {
    const initials = {
      type: 'initials',
      anchor: { text: 'Signature:', occurrence: 'all', position: 'over' },
    }
    const fields = fieldsOf(await create([initials, PLAIN]))
    assert.deepEqual(
      fields.map(({ type, page }) => [type, page]),
      [
        ['initials', 1],
        ['initials', 1],
        ['text', 1],
      ]
    )
    assert.approximately(fields[1].y - fields[0].y, 200, 1)
    const odd = { ...PLAIN, options: { minLength: 5, maxLength: 2 } }
    const [fault, ...others] = faultsOf(await create([initials, odd]))
    assert.match(fault, /^signers\[0\]\.fields\[1\]\.options/)
    assert.isEmpty(others)
    const off = await create([initials, { ...PLAIN, page: 9 }])
    assert.equal(off.body.error?.param, 'signers[0].fields[1].page')
  })

  test('are refused where they lead nowhere, all at once', async ({ assert }) => {
    const at = (anchor: object) => ({ type: 'signature', signer: ANA.email, anchor })
    const refused = await create([], {
      fields: [
        at({ text: 'Unterschrift:' }),
        at({ text: 'signature:' }),
        at({ text: 'Signature:', page: 2 }),
        at({ text: 'Signature:', page: 3 }),
        at({ text: 'Signature:', occurrence: 3 }),
        at({ text: 'Signature:', position: 'left' }),
        at({ text: 'Signature:' }),
      ],
    })
    assert.deepEqual(faultsOf(refused), [
      'fields[0].anchor text_not_found',
      'fields[1].anchor text_not_found',
      'fields[2].anchor text_not_found',
      'fields[3].anchor no_page',
      'fields[4].anchor too_few_occurrences',
      'fields[5].anchor off_page',
    ])
    assert.include(refused.text, 'stands in the document 2 times only')
    const both = await create([{ ...PLAIN, anchor: { text: 'Signature:' } }])
    assert.deepEqual(faultsOf(both), ['signers[0].fields[0].anchor not_both'])
    const many = await create([{ type: 'checkbox', anchor: { text: 'a', occurrence: 'all' } }], {
      file: await base64({ pages: 10, text: 'a '.repeat(60) }),
    })
    assert.deepEqual(faultsOf(many), ['fields too_many'])
    const broken = await create([{ type: 'text', anchor: { text: 'a' } }], { file: 'JVBERi0xLjcK' })
    assert.equal(broken.body.error?.code, 'pdf_malformed')
  })

  test('count pages through all files, and change drafts whole or not at all', async ({
    assert,
  }) => {
    const anchored = { type: 'signature', anchor: { text: 'Signature:' } }
    const packet = await create([anchored], {
      file: undefined,
      files: [{ file: await base64({ text: 'Signature of nobody' }) }, { file }],
    })
    assert.equal(packet.status, 201, packet.text)
    assert.equal(fieldsOf(packet)[0].page, 2)
    const path = `${DOCUMENTS}/${String(packet.body.id)}`
    const named = { ...anchored, signer: ANA.email, anchor: { text: 'Buyer', position: 'below' } }
    const nowhere = { ...named, anchor: { text: 'Nobody' } }
    const refused = await patch(path, { title: 'Other', fields: [named, nowhere] })
    assert.deepEqual(faultsOf(refused), ['fields[1].anchor text_not_found'])
    const kept = await client.get(path)
    assert.equal(kept.body.title, 'Sale')
    assert.deepEqual(fieldsOf(kept), fieldsOf(packet))
    const changed = await patch(path, { title: 'Other', fields: [named] })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.body.title, 'Other')
    assert.deepEqual(
      fieldsOf(changed).map(({ page }) => page),
      [3]
    )
  })

  test('place fields of roles, in templates and their versions', async ({ assert }) => {
    const rolesWith = (text: string) => [
      { name: 'Buyer', fields: [{ type: 'signature', anchor: { text } }] },
    ]
    const placeIn = ({ body }: Answer) => {
      const [{ fields }] = body.roles as { fields: Placed[] }[]
      return fields.map(({ page, x, y }) => [page, Math.round(x), Math.round(y)])
    }
    const made = await client.post(TEMPLATES, {
      ...{ title: 'Sale', file, roles: rolesWith('Signature:') },
    })
    assert.equal(made.status, 201, made.text)
    const [[page, x]] = placeIn(made)
    assert.equal(page, 1)
    assert.approximately(x, 114, 1.5)
    const path = `${TEMPLATES}/${String(made.body.id)}`
    const refused = await patch(path, { roles: rolesWith('Nobody') })
    assert.deepEqual(faultsOf(refused), ['roles[0].fields[0].anchor text_not_found'])
    const moved = await patch(path, { roles: rolesWith('Buyer signs') })
    assert.equal(moved.status, 200, moved.text)
    assert.equal(moved.body.version, 2)
    assert.equal(placeIn(moved)[0][0], 2)
    const exchanged = await client.post(`${path}/file`, {
      ...{ file: await base64({ text: 'Sign:' }), roles: rolesWith('Sign:') },
    })
    assert.equal(exchanged.status, 200, exchanged.text)
    assert.equal(placeIn(exchanged)[0][0], 1)
  })

  test('of two changes of a draft at once let one through, and tell the other to come again', async ({
    assert,
    cleanup,
  }) => {
    const anchored = { type: 'signature', signer: ANA.email, anchor: { text: 'Signature:' } }
    const made = await create([PLAIN])
    const path = `${DOCUMENTS}/${String(made.body.id)}`
    const changes = [{ ...anchored }, { ...anchored, anchor: { text: 'Buyer' } }]
    cleanup(findAtOnce(changes.length))
    const answers = await Promise.all(changes.map((field) => patch(path, { fields: [field] })))
    const statuses = answers.map(({ status }) => status)
    assert.sameMembers(statuses, [200, 409])
    const [won, lost] = [200, 409].map((status) => statuses.indexOf(status))
    assert.equal(answers[lost].body.error?.code, 'draft_changed')
    assert.deepEqual(fieldsOf(await client.get(path)), fieldsOf(answers[won]))
    const again = await patch(path, { fields: [changes[lost]] })
    assert.equal(again.status, 200, again.text)
    assert.notDeepEqual(fieldsOf(again), fieldsOf(answers[won]))
  })

  test('are not placed in a draft that was changed or sent while they were looked for', async ({
    assert,
    cleanup,
  }) => {
    const anchored = { type: 'signature', signer: ANA.email, anchor: { text: 'Signature:' } }
    const meanwhile = [
      [(path: string) => patch(path, { title: 'Other' }), 'draft_changed'],
      [(path: string) => client.post(`${path}/send`, {}), 'document_state_conflict'],
    ] as const
    for (const [act, code] of meanwhile) {
      const path = `${DOCUMENTS}/${String((await create([PLAIN])).body.id)}`
      const hold = holdFinding()
      cleanup(hold.release)
      const anchoring = patch(path, { title: 'Mine', fields: [anchored] })
      await hold.reached
      const done = await act(path)
      assert.oneOf(done.status, [200, 202], done.text)
      hold.release()
      const { status, body } = await anchoring
      assert.deepEqual([status, body.error?.code], [409, code])
      const kept = await client.get(path)
      assert.notEqual(kept.body.title, 'Mine')
      assert.containSubset(fieldsOf(kept), [PLAIN])
    }
  })

  test('of two changes of a template at once let one through', async ({ assert, cleanup }) => {
    const rolesWith = (text: string) => [
      { name: 'Buyer', fields: [{ type: 'signature', anchor: { text } }] },
    ]
    const made = await client.post(TEMPLATES, {
      ...{ title: 'Sale', file, roles: [{ name: 'Buyer', fields: [PLAIN] }] },
    })
    const path = `${TEMPLATES}/${String(made.body.id)}`
    cleanup(findAtOnce(2))
    const answers = await Promise.all(
      ['Signature:', 'Buyer'].map((text) => patch(path, { roles: rolesWith(text) }))
    )
    assert.sameMembers(
      answers.map(({ status, body }) => body.error?.code ?? status),
      [200, 'template_changed']
    )
    assert.equal((await client.get(path)).body.version, 2)
  })

  test('stand in the documentation as they can be sent', async ({ assert }) => {
    const page = readFileSync(app.makePath('docs/api/fields.md'), 'utf8')
    const [, example] = /```json\n([^`]*"anchor"[^`]*)```/.exec(page)!
    const fromPage = await create([], JSON.parse(example) as object)
    assert.equal(fromPage.status, 201, fromPage.text)
    const { fields } = JSON.parse(`{${FIELD_SAMPLES.anchor}}`) as { fields: object[] }
    const fromGuide = await create(fields)
    assert.equal(fromGuide.status, 201, fromGuide.text)
  })
})
