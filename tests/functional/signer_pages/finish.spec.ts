import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { test } from '@japa/runner'
import { AuditVerification } from '#app/audit/audit_verification'
import { AuditTrail } from '#app/audit/audit_trail'
import Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { SigningLink } from '#tests/support/signing_link'

const place = (y: number) => ({ page: 1, x: 60, y, width: 120, height: 24 })
const FIVE = [
  ...ANA.fields!,
  { type: 'text' as const, ...place(300) },
  { type: 'date' as const, ...place(340) },
  { type: 'checkbox' as const, ...place(380) },
  { type: 'initials' as const, ...place(420) },
]
const DRAWN = {
  kind: 'drawn',
  strokes: [
    [
      { x: 6, y: 6 },
      { x: 40.5, y: 22 },
    ],
  ],
  width: 60,
  height: 30,
}

const uploaded = (bytes: Buffer) => ({ kind: 'uploaded', image: bytes.toString('base64') })

/** Ink on white paper. */
const scrawl = () =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="300" height="90" fill="#fff"/><path d="M20 60 Q80 10 140 60 T280 30" stroke="#14204a" stroke-width="4" fill="none"/></svg>'
  )

test.group('Signing link | finish', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const make = (...input: Parameters<typeof makeDocument>) => live(() => makeDocument(...input))
  const documentOf = async ({ documentId }: SigningLink) =>
    (await live(() => Document.whole(documentId)))!

  /** A link whose signer has agreed and sees the first page. */
  async function reading(document: Document, at = 0): Promise<SigningLink> {
    const link = await SigningLink.of(acme, document, { at })
    await link.consent()
    await link.call('/viewed')
    return link
  }

  /** One signer with a field of each type. */
  async function withFive() {
    const document = await make({ signers: [{ ...ANA, fields: FIVE }] })
    const [signature, text, date, checkbox, initials] = document.fields.map(({ id }) => id)
    return { link: await reading(document), signature, text, date, checkbox, initials }
  }

  test('takes all five types of fields, and seals them away', async ({ assert }) => {
    const { link, text, date, checkbox } = await withFive()
    const today = new Date().toISOString().slice(0, 10)
    const values = { [text]: 'Ředitelka\nof things', [date]: today, [checkbox]: true }
    const answer = await link.finish(values, {
      signature: DRAWN,
      initials: { kind: 'typed', text: 'AB' },
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, { next: link.path })

    const document = await documentOf(link)
    const kept = await live(async () => {
      const vault = await Vault.open(document)
      return document.fields.map(({ id, value }) => vault.openValue(id, value!).toString())
    })
    assert.deepEqual(kept, ['', 'Ředitelka\nof things', today, 'true', ''])
    assert.isTrue(document.isSealing)
    assert.equal(document.signers[0].userAgent, 'Browser/1.0')
    assert.include((await link.get()).text, 'Sealing…')
    assert.deepEqual((await link.get('/status')).body, { phase: 'sealing' })
    const { findings } = await new AuditVerification(acme.ref, 'live').ofDocument(document.id)
    assert.deepEqual(findings, [])
  })

  test('takes a PNG or a JPEG as a signature', async ({ assert }) => {
    for (const format of ['png', 'jpeg'] as const) {
      const { link, text } = await withFive()
      const mark = uploaded(await sharp(scrawl()).toFormat(format).toBuffer())
      const answer = await link.finish({ [text]: 'x' }, { signature: mark, initials: mark })
      assert.equal(answer.status, 200, answer.text)
    }
  })

  test('refuses a picture that is no PNG or JPEG without decoding it', async ({ assert }) => {
    const { link, text } = await withFive()
    const turbulence =
      '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="100"/></filter><rect width="2000" height="2000" filter="url(#a)"/></svg>'
    const others = {
      SVG: Buffer.from(turbulence),
      GIF: await sharp(scrawl()).gif().toBuffer(),
      WebP: await sharp(scrawl()).webp().toBuffer(),
      TIFF: await sharp(scrawl()).tiff().toBuffer(),
    }
    for (const [kind, bytes] of Object.entries(others)) {
      const since = performance.now()
      const answer = await link.finish({ [text]: 'x' }, { signature: uploaded(bytes) })
      assert.equal(answer.status, 422, kind)
      assert.include(answer.text, 'use a PNG or JPEG', kind)
      assert.isBelow(performance.now() - since, 5_000, kind)
    }
  })

  test('decodes one picture of a signer at a time, and none for somebody who may not sign', async ({
    assert,
  }) => {
    const { link, text } = await withFive()
    const signature = uploaded(await sharp(scrawl()).png().toBuffer())
    const four = Array.from({ length: 4 }, () =>
      link.finish({ [text]: 'x' }, { signature, initials: { kind: 'typed', text: 'AB' } })
    )
    const statuses = (await Promise.all(four)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 503, 503, 503])
    const nonsense = uploaded(Buffer.from('GIF89a'))
    assert.equal((await link.finish({}, { signature: nonsense })).status, 409)
    const stranger = await SigningLink.of(acme, await make())
    assert.equal((await stranger.finish({}, { signature: nonsense })).status, 409)
  })

  test('refuses a signature in which nothing can be seen', async ({ assert }) => {
    const { link, text } = await withFive()
    const canvas = (side: number, alpha: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 4,
          background: { r: 255, g: 255, b: 255, alpha },
        },
      })
        .png()
        .toBuffer()
    const stroke = (...points: [number, number][]) => ({
      ...DRAWN,
      strokes: [points.map(([x, y]) => ({ x, y }))],
    })
    const blank = {
      'one clear pixel': uploaded(await canvas(1, 0)),
      'a clear sheet': uploaded(await canvas(200, 0)),
      'a white sheet': uploaded(await canvas(200, 1)),
      'a dot': stroke([6, 6], [6, 6]),
      'a slip of the finger': stroke([6, 6], [9, 8]),
      'ink beside the pad': stroke([15_000, 15_000], [15_200, 15_100]),
      'ink that hardly shows on a giant pad': {
        ...stroke([6, 6], [40, 22]),
        width: 20_000,
        height: 9_000,
      },
    }
    for (const [what, signature] of Object.entries(blank)) {
      const answer = await link.finish({ [text]: 'x' }, { signature })
      assert.equal(answer.status, 422, what)
      assert.match(answer.text, /picture_blank|not_drawn/, what)
    }
  })

  test('refuses what could not be printed as it was written, and offers a way out', async ({
    assert,
  }) => {
    const { link, text } = await withFive()
    const initials = { kind: 'typed', text: 'AB' }
    const faultOf = async (value: string, name: string) => {
      const answer = await link.finish(
        { [text]: value },
        { signature: { kind: 'typed', text: name }, initials }
      )
      assert.equal(answer.status, 422, `${value} ${name}`)
      const { details } = answer.body.error as { details: { code: string; message: string }[] }
      return [details[0].code, details[0].message]
    }
    const [, drawn] = await faultOf('x', '𐒀𐒁')
    assert.equal(drawn, 'Our fonts cannot show 𐒀 𐒁. Please draw your signature instead.')
    const [, other] = await faultOf('𓀀', 'Ana')
    assert.equal(other, 'Our fonts cannot show 𓀀. Please use other characters.')
    assert.deepEqual((await faultOf('100‮001', 'Ana'))[0], 'not_plain')
    assert.deepEqual((await faultOf('​', 'Ana'))[0], 'required')
    assert.deepEqual((await faultOf('x', '​'))[0], 'not_typed')
    assert.deepEqual((await faultOf('x', 'Ann‮A'))[0], 'not_plain')
    const tibetan = await link.finish(
      { [text]: 'བོད' },
      { signature: { kind: 'typed', text: 'བཀྲ་ཤིས' }, initials }
    )
    assert.equal(tibetan.status, 200, tibetan.text)
  })

  test('names every field that is missing', async ({ assert }) => {
    const { link, text } = await withFive()
    const answer = await link.call('/finish', { values: { [text]: '  ' } })
    assert.equal(answer.status, 422)
    const { code, details } = answer.body.error as { code: string; details: { param: string }[] }
    assert.equal(code, 'validation_failed')
    assert.sameMembers(
      details.map(({ param }) => param),
      [`values.${text}`, 'signature', 'initials']
    )
    assert.equal((await documentOf(link)).signers[0].status, 'sent')
  })

  test('refuses bodies of any other form, and stays', async ({ assert }) => {
    const { link, text, checkbox, date } = await withFive()
    const mark = { kind: 'typed', text: 'AB' }
    const good = { values: { [text]: 'x' }, signature: mark, initials: mark }
    const bad: Record<string, unknown> = {
      'nothing': undefined,
      'a list': [],
      'values that are no object': { ...good, values: 'x' },
      'values in a list': { ...good, values: ['x'] },
      'a number as a value': { ...good, values: { [text]: 5 } },
      'an object as a value': { ...good, values: { [text]: { toString: 'x' } } },
      'null as a value': { ...good, values: { [text]: null } },
      'a NUL': { ...good, values: { [text]: 'a\0b' } },
      'half a surrogate': { ...good, values: { [text]: '\ud800' } },
      'too long a text': { ...good, values: { [text]: 'x'.repeat(2_001) } },
      'text in a box': { ...good, values: { [text]: 'x', [checkbox]: 'true' } },
      'a field of nobody': { ...good, values: { [text]: 'x', fld_nobody: 'x' } },
      'a prototype': JSON.parse(
        `{"values":{"__proto__":"x"},"signature":{"kind":"typed","text":"A"}}`
      ),
      'too many values': {
        ...good,
        values: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`f${n}`, 'x'])),
      },
      'a text as a signature': { ...good, signature: 'Ana' },
      'a signature of no kind': { ...good, signature: {} },
      'a signature of a strange kind': { ...good, signature: { kind: 'stamped' } },
      'an empty name': { ...good, signature: { kind: 'typed', text: ' ' } },
      'a name without end': { ...good, signature: { kind: 'typed', text: 'x'.repeat(101) } },
      'no strokes': { ...good, signature: { ...DRAWN, strokes: [] } },
      'strokes of nothing': { ...good, signature: { ...DRAWN, strokes: [[null]] } },
      'points without numbers': { ...good, signature: { ...DRAWN, strokes: [[{ x: '1', y: 1 }]] } },
      'points out of this world': {
        ...good,
        signature: { ...DRAWN, strokes: [[{ x: 1e300, y: -1e300 }]] },
      },
      'a sheet of no size': { ...good, signature: { ...DRAWN, width: 0 } },
      'too many points': {
        ...good,
        signature: { ...DRAWN, strokes: [Array.from({ length: 10_001 }, () => ({ x: 1, y: 1 }))] },
      },
      'too many strokes': {
        ...good,
        signature: { ...DRAWN, strokes: Array.from({ length: 1_001 }, () => []) },
      },
      'a picture that is none': { ...good, signature: { kind: 'uploaded', image: 'AAAA' } },
      'a picture of noise': {
        ...good,
        signature: { kind: 'uploaded', image: randomBytes(1024).toString('base64') },
      },
      'a picture too large': {
        ...good,
        signature: { kind: 'uploaded', image: 'A'.repeat(1_500_000) },
      },
    }
    for (const [what, json] of Object.entries(bad)) {
      const answer = await link.call('/finish', json)
      assert.equal(answer.status, 422, `${what}: ${answer.text.slice(0, 200)}`)
      const { message } = answer.body.error as { message: string }
      assert.notMatch(message, /undefined|object Object|fld_/, what)
    }
    const document = await documentOf(link)
    assert.equal(document.signers[0].status, 'sent')
    assert.isTrue(document.fields.every(({ value }) => value === null))
    assert.equal((await link.call('/finish', { ...good, more: 1, [date]: 2 })).status, 200)
  })

  test('refuses bytes that are no body of ours', async ({ assert }) => {
    const { link } = await withFive()
    const send = (body: string | Buffer, headers: Record<string, string>) =>
      link.ask({
        method: 'POST',
        path: '/finish',
        body,
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      })
    const json = { 'content-type': 'application/json' }
    assert.equal((await send('{"values":', json)).status, 400)
    assert.equal((await send('null', json)).status, 422)
    assert.equal((await send('"x"', json)).status, 422)
    assert.equal((await send('x'.repeat(5_000_000), json)).status, 413)
    assert.equal((await send('values[x]=y', { 'content-type': 'text/plain' })).status, 422)
    for (const encoding of ['br', 'gzip', 'x'])
      assert.equal((await send('{}', { ...json, 'content-encoding': encoding })).status, 415)
    assert.equal((await send(Buffer.alloc(100, 0xf5), json)).status, 422)
    assert.equal((await send(Buffer.from('{\xf5', 'latin1'), json)).status, 400)
    assert.equal((await documentOf(link)).signers[0].status, 'sent')
  })

  test('says which field is not theirs', async ({ assert }) => {
    const document = await make()
    const link = await reading(document)
    const foreign = document.fields[1].id
    const answer = await link.finish({ [foreign]: 'x' })
    assert.equal(answer.status, 422)
    assert.deepInclude(answer.body.error, { param: `values.${foreign}` })
  })

  test('counts once when it is pressed twice', async ({ assert }) => {
    const link = await reading(await make())
    const answers = await Promise.all([link.finish(), link.finish(), link.finish()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
    const entries = await live(() => AuditTrail.read(link.documentId))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'document.signed'),
      1
    )
  })

  test('lets all who finish at the same instant finish', async ({ assert }) => {
    const document = await make()
    const links = [await reading(document, 0), await reading(document, 1)]
    const answers = await Promise.all(links.map((link) => link.finish()))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.isTrue((await documentOf(links[0])).isSealing)
  })

  test('wins against a void or loses to it, and never both', async ({ assert }) => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const document = await make({ signers: [ANA] })
      const link = await reading(document)
      const voiding = live(() => document.void({ by: OLGA, reason: 'A mistake' })).then(
        () => 'voided',
        () => 'refused'
      )
      const [finished, voided] = await Promise.all([link.finish(), voiding])
      const { status, isSealing } = await documentOf(link)
      const outcome = `${finished.status} ${voided} ${status} ${isSealing}`
      assert.oneOf(outcome, ['200 refused in_progress true', '410 voided voided false'])
      outcomes.add(outcome)
    }
    assert.isAbove(outcomes.size, 0)
  })

  test('invites the next in turn, whose link opens then', async ({ assert }) => {
    const signers = [
      { ...ANA, order: 1 },
      { ...BEN, order: 2 },
    ]
    const document = await make({ signers })
    const next = await SigningLink.of(acme, document, { at: 1 })
    assert.include((await next.get()).text, 'It is not your turn yet')
    assert.equal((await (await reading(document)).finish()).status, 200)
    assert.include((await next.get()).text, 'Before you start')
  })
})
