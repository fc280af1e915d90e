import { test } from '@japa/runner'
import sharp from 'sharp'
import { degrees, PDFDocument } from 'pdf-lib'
import { issueLeaf } from '#app/sealing/certificate_authority'
import SealFailed from '#app/sealing/errors/seal_failed'
import { isPermanent } from '#app/sealing/errors/permanence'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type Placement, type SealOrder } from '#app/sealing/seal'
import { SealThread } from '#app/sealing/seal_thread'
import { SealThreads } from '#app/sealing/seal_threads'
import { onePage } from './intake/hostile_pdf.js'
import { inFolder, inkBox, outsideProgram, rasterOf, textOf } from './outside_program.js'
import {
  SEALED_AT,
  sealOrder,
  sha256,
  STROKES,
  testAuthority,
  type OrderOptions,
} from './sealing_order.js'
import { pem, signatureIn } from './signature_parts.js'
import { textPages } from './text_pages.js'

/** In seconds, as openssl wants it. */
const AT_SEALING = String(SEALED_AT.getTime() / 1000)

const intake = new Intake({ maxProcesses: 1 })
const sealer = new Sealer({ maxThreads: 1, intake })

async function sealed(original: Uint8Array, options: OrderOptions = {}) {
  const { canonical } = await intake.examine(original)
  const order = await sealOrder(canonical, options)
  return { order, canonical, ...(await sealer.seal(order)) }
}

async function solidPng(width: number, height: number, alpha = 1) {
  const background = { r: 0, g: 0, b: 0, alpha }
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
}

type Box = ReturnType<typeof inkBox>

/** A picture blackens every pixel that it touches: one more than it covers. */
function isNear(found: Box, expected: NonNullable<Box>) {
  return (
    found !== null &&
    found.x === expected.x &&
    found.y === expected.y &&
    found.width - expected.width <= 1 &&
    found.height - expected.height <= 1
  )
}

function close() {
  intake.close()
  return sealer.close()
}

test.group('Seal | validated by others', () => {
  for (const pages of [1, 10, 200]) {
    test(`pdfsig finds one valid signature over all of ${pages} pages`, async ({ assert }) => {
      const { bytes } = await sealed(await textPages(pages))
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
        assert.equal(output.match(/Signature #/g)?.length, 1)
        assert.include(output, 'Signature is Valid.')
        assert.include(output, 'Total document signed')
        assert.include(output, 'Signature Type: ETSI.CAdES.detached')
        assert.include(output, 'Signer Certificate Common Name: Acme GmbH document seal')
        assert.include(output, 'Signing Time: Nov 21 2026 14:03:22')
      })
    })
  }

  test('openssl verifies the signature as CAdES, up to the root', async ({ assert }) => {
    const { bytes } = await sealed(onePage())
    const { cms, content } = signatureIn(bytes)
    const root = pem((await testAuthority()).certificate)
    await inFolder({ cms, content, root }, async (path) => {
      const trust = ['-CAfile', path('root'), '-purpose', 'any', '-attime', AT_SEALING]
      const data = ['-inform', 'DER', '-in', path('cms'), '-content', path('content'), '-binary']
      const args = ['cms', '-verify', '-cades', ...data, ...trust, '-out', path('out')]
      const { output, exitCode } = await outsideProgram('openssl', args)
      assert.include(output, 'CAdES Verification successful')
      assert.equal(exitCode, 0)
    })
  })

  test('openssl finds what PAdES baseline wants signed, and no more', async ({ assert }) => {
    const { bytes } = await sealed(onePage())
    await inFolder({ cms: signatureIn(bytes).cms }, async (path) => {
      const args = ['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', path('cms')]
      const { output } = await outsideProgram('openssl', args)
      const [, signed = ''] = /signedAttrs:([^]*?)signatureAlgorithm:/.exec(output) ?? []
      const attributes = [...signed.matchAll(/object: (.+?) \(/g)].map((match) => match[1])
      assert.sameMembers(attributes, [
        'contentType',
        'id-smime-aa-signingCertificateV2',
        'messageDigest',
      ])
    })
  })

  test('openssl refuses it after a byte was changed', async ({ assert }) => {
    const { bytes } = await sealed(onePage())
    const { cms, content } = signatureIn(bytes)
    content[20]! ^= 1
    const root = pem((await testAuthority()).certificate)
    await inFolder({ cms, content, root }, async (path) => {
      const args = ['cms', '-verify', '-cades', '-inform', 'DER', '-in', path('cms')]
      const data = ['-content', path('content'), '-binary', '-CAfile', path('root')]
      const more = ['-purpose', 'any', '-attime', AT_SEALING, '-out', path('out')]
      const { exitCode } = await outsideProgram('openssl', [...args, ...data, ...more])
      assert.notEqual(exitCode, 0)
    })
  })
})

test.group('Seal | the file', () => {
  test('begins with the bytes that signers saw', async ({ assert }) => {
    const { bytes, canonical } = await sealed(await textPages(3))
    assert.isTrue(Buffer.from(canonical).equals(bytes.subarray(0, canonical.length)))
  })

  test('is reported with its hash and number of pages', async ({ assert }) => {
    const { bytes, sha256: hash, pageCount } = await sealed(await textPages(3))
    assert.equal(hash, sha256(bytes))
    assert.equal(pageCount, (await PDFDocument.load(bytes)).getPageCount())
    assert.isAbove(pageCount, 3)
  })

  test('names who sealed it and when, and keeps the words of its author', async ({ assert }) => {
    const document = await PDFDocument.create()
    document.addPage([300, 200])
    document.setAuthor('Jane Doe')
    document.setProducer('Some office program')
    document.setCreationDate(new Date('2020-02-02T02:02:02Z'))
    document.setModificationDate(new Date('2021-02-02T02:02:02Z'))
    const read = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
    const file = await read((await sealed(await document.save())).bytes)
    assert.equal(file.getAuthor(), 'Jane Doe')
    assert.equal(file.getProducer(), 'Acme GmbH')
    assert.deepEqual(file.getModificationDate(), SEALED_AT)
    assert.deepEqual(file.getCreationDate(), new Date('2020-02-02T02:02:02Z'))

    const nameless = await read((await sealed(onePage())).bytes)
    assert.equal(nameless.getProducer(), 'Acme GmbH')
    assert.deepEqual(nameless.getCreationDate(), SEALED_AT)
  })

  test('certifies the document and allows no change at all', async ({ assert }) => {
    const { bytes } = await sealed(onePage())
    const text = Buffer.from(bytes).toString('latin1')
    assert.match(
      text,
      /\/TransformMethod \/DocMDP\s+\/TransformParams <<\/Type \/TransformParams \/P 1 \/V \/1\.2>>/
    )
    assert.match(text, /\/Perms <<\s*\/DocMDP \d+ 0 R/)
    assert.notInclude(text.slice(text.indexOf('/Type /Sig\n')), '/Type /Sig\n'.repeat(2))
  })

  test('grows by less than 60 kB when it needs no fonts', async ({ assert }) => {
    const { bytes, canonical } = await sealed(await textPages(200))
    assert.isBelow(bytes.length - canonical.length, 60_000)
    await inFolder({ 'a.pdf': bytes }, async (path) => {
      const { output } = await outsideProgram('pdffonts', [path('a.pdf')])
      assert.notMatch(output, / yes /)
    })
  })

  test('is refused when the certificate would print a part of the trail', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical, { entries: 14 })
    const { certificate } = order
    const cut = (entries: typeof certificate.entries) =>
      sealer.seal({ ...order, certificate: { ...certificate, entries } })
    await assert.rejects(() => cut(certificate.entries.slice(0, 13)), /13 of the 14 entries/)
    await assert.rejects(() => cut(certificate.entries.slice(1)), /13 of the 14 entries/)
    const last = { ...certificate.entries[13]!, hash: sha256('another') }
    await assert.rejects(
      () => cut([...certificate.entries.slice(0, 13), last]),
      /not end with the last/
    )
  })

  test('is refused when the certificate would show another fingerprint', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical)
    order.certificate.canonicalSha256 = sha256('another')
    await assert.rejects(() => sealer.seal(order), /fingerprint/)
  })

  test('is refused for bytes that were not examined', async ({ assert }) => {
    const order = await sealOrder(await textPages(1))
    await assert.rejects(() => sealer.seal(order), /does not have the form that we write/)
  })

  test('is refused when a field stands on a page that does not exist', async ({ assert }) => {
    const place = { page: 2, x: 10, y: 10, width: 20, height: 20 }
    const placements = [{ ...place, kind: 'text' as const, value: 'a' }]
    await assert.rejects(() => sealed(onePage(), { placements }), /page 2, which does not exist/)
  })

  test('tells what can never be sealed, and why, from what may be tried again', async ({
    assert,
  }) => {
    const { canonical } = await intake.examine(onePage())
    const text = Buffer.from(canonical).toString('latin1').replace('/MediaBox [', '/MediaBox (')
    const damaged = Buffer.from(text, 'latin1')
    const failure = await sealer.seal(await sealOrder(damaged)).catch((error: unknown) => error)
    assert.isTrue(isPermanent(failure))
    assert.match((failure as Error).message, /object 3 cannot be read/)
    assert.isFalse(isPermanent(new SealFailed('it took too long')))
  })

  for (const limit of ['cpuMs', 'wallMs'] as const) {
    test(`gives up after the deadline (${limit}), and seals the next`, async ({ assert }) => {
      const impatient = new Sealer({ maxThreads: 1, [limit]: 0.001 })
      const { canonical } = await intake.examine(await textPages(200))
      const order = await sealOrder(canonical)
      await assert.rejects(() => impatient.seal(order), /took too long/)
      await impatient.close()
      assert.isAbove((await sealer.seal(order)).pageCount, 1)
    })
  }

  test('lets no order wait for a thread that does not start', async ({ assert }) => {
    const threads = new SealThreads(1, () => new SealThread(1))
    await assert.rejects(() => threads.warm(), /a thread did not start in time/)
    await threads.close()
  })

  test('lets no order wait for a thread that is still cold', async ({ assert }) => {
    const threads = new SealThreads(2)
    await threads.warm()
    const itself = async (thread: SealThread) => thread
    const [first, second] = await Promise.all([threads.with(itself), threads.with(itself)])
    assert.isTrue(first === second)
    await threads.close()
  })

  test('seals many at once', async ({ assert }) => {
    const { canonical } = await intake.examine(await textPages(2))
    const order = await sealOrder(canonical)
    const files = await Promise.all(Array.from({ length: 20 }, () => sealer.seal(order)))
    assert.lengthOf(files, 20)
    assert.isTrue(files.every(({ pageCount }) => pageCount === files[0]!.pageCount))
  })
})

test.group('Seal | stamps', () => {
  for (const rotation of [0, 90, 180, 270]) {
    for (const isShifted of [false, true]) {
      const name = `a page turned by ${rotation}°${isShifted ? ' with a shifted CropBox' : ''}`
      test(`stand upright and in their place on ${name}`, async ({ assert }) => {
        const document = await PDFDocument.create()
        const page = document.addPage([400, 300])
        if (isShifted) {
          page.setMediaBox(-20, -30, 400, 300)
          page.setCropBox(10, 20, 340, 220)
        }
        page.setRotation(degrees(rotation))
        const place = { page: 1, x: 30, y: 40, width: 90, height: 60 }
        const png = await solidPng(180, 120)
        const black: Placement = { ...place, kind: 'signature', value: { kind: 'uploaded', png } }
        const { bytes } = await sealed(await document.save(), { placements: [black] })
        const raster = await rasterOf(bytes)
        const size = isShifted ? [340, 220] : [400, 300]
        assert.deepEqual([raster.width, raster.height], rotation % 180 ? size.reverse() : size)
        assert.isTrue(isNear(inkBox(raster), { x: 30, y: 40, width: 90, height: 60 }))

        const words: Placement = { ...place, kind: 'text', value: 'upright' }
        const lettered = await sealed(await document.save(), { placements: [words] })
        assert.include(await textOf(lettered.bytes, 1), 'upright')
        const letters = inkBox(await rasterOf(lettered.bytes))!
        assert.isAbove(letters.width, 2 * letters.height)
        assert.isTrue(letters.x >= 30 && letters.x + letters.width <= 120)
        assert.isTrue(letters.y >= 40 && letters.y + letters.height <= 100)
      })
    }
  }

  test('keep the proportions of an uploaded signature', async ({ assert }) => {
    const png = await solidPng(300, 100)
    const place = { page: 1, x: 50, y: 40, width: 120, height: 100 }
    const placements: Placement[] = [
      { ...place, kind: 'signature', value: { kind: 'uploaded', png } },
    ]
    const { bytes } = await sealed(onePage(), { placements })
    assert.isTrue(isNear(inkBox(await rasterOf(bytes)), { x: 50, y: 70, width: 120, height: 40 }))
  })

  test('let the page show through where an uploaded signature is transparent', async ({
    assert,
  }) => {
    const png = await solidPng(300, 100, 0.2)
    const place = { page: 1, x: 50, y: 40, width: 120, height: 100 }
    const value = { kind: 'uploaded' as const, png }
    const { bytes } = await sealed(onePage(), {
      placements: [{ ...place, kind: 'signature', value }],
    })
    const raster = await rasterOf(bytes)
    assert.isNull(inkBox(raster, 128))
    assert.isNotNull(inkBox(raster, 250))
  })

  test('refuse a picture that is no picture, or far too large', async ({ assert }) => {
    const place = { page: 1, x: 50, y: 40, width: 120, height: 100 }
    for (const png of [Buffer.from('nonsense'), await solidPng(5000, 5000)]) {
      const value = { kind: 'uploaded' as const, png }
      const placements: Placement[] = [{ ...place, kind: 'signature', value }]
      await assert.rejects(() => sealed(onePage(), { placements }), /picture of the signature/)
    }
  })

  test('keep drawn, typed and printed values within their boxes', async ({ assert }) => {
    const place = { page: 1, x: 60, y: 50, width: 120, height: 40 }
    const drawn = { kind: 'drawn' as const, strokes: STROKES, width: 300, height: 120 }
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(20)
    const values: Placement[] = [
      { ...place, kind: 'signature', value: drawn },
      { ...place, kind: 'signature', value: { ...drawn, strokes: [[{ x: 9, y: 9 }]] } },
      { ...place, kind: 'signature', value: { kind: 'typed', text: 'Jane Q. Doe-Fjörð' } },
      { ...place, kind: 'signature', value: { kind: 'typed', text: '山田太郎' } },
      { ...place, kind: 'text', value: 'Jane' },
      { ...place, kind: 'text', value: long },
      { ...place, kind: 'text', value: 'หน้าที่ที่ปู่ ' + 'हिन्दी '.repeat(9) },
      { ...place, kind: 'text', value: '21 Nov 2026' },
      { ...place, kind: 'checkbox', value: true },
    ]
    for (const placement of values) {
      const { bytes } = await sealed(onePage(), { placements: [placement] })
      const box = inkBox(await rasterOf(bytes, 1, 144), 250)!
      const within =
        box.x >= 119 && box.y >= 99 && box.x + box.width <= 361 && box.y + box.height <= 181
      assert.isTrue(
        within,
        `${JSON.stringify(placement.value).slice(0, 60)} in ${JSON.stringify(box)}`
      )
    }
  })

  test('tell a checked box from one that is not', async ({ assert }) => {
    const place = { page: 1, x: 100, y: 100, width: 20, height: 20, kind: 'checkbox' as const }
    const dark = async (value: boolean) => {
      const { bytes } = await sealed(onePage(), { placements: [{ ...place, value }] })
      return (await rasterOf(bytes)).gray.filter((pixel) => pixel < 100).length
    }
    assert.isAbove(await dark(true), (await dark(false)) + 20)
  })

  test('come out as they were typed, in any script', async ({ assert }) => {
    const values = [
      'Žluťoučký kůň',
      'Ελληνικά Кириллица',
      'q\u0301 ẹ\u0301',
      '山田太郎 髙橋',
      '张伟 臺灣',
      '김철수',
      'हिन्दी क्षत्रिय श्री',
      'สวัสดี น้ำ',
      'বাংলা தமிழ்',
      'ქართული Հայերեն',
      '👩‍👩‍👧 👍🏽',
      'ᚠᚢᚦ',
      'ᠮᠣᠩᠭᠣᠯ ⵜⴰⵎⴰⵣⵉⵖⵜ',
      'ᐃᓄᒃᑎᑐᑦ ᏣᎳᎩ',
      '𝓐𝓷𝓷 ∀x∈ℝ',
    ]
    const placements = values.map((value, index) => ({
      page: 1,
      x: 10,
      y: 4 + index * 12,
      width: 280,
      height: 11,
      kind: 'text' as const,
      value,
    }))
    const { bytes } = await sealed(onePage(), { placements })
    const text = (await textOf(bytes, 1)).normalize('NFC').replace(/\ufe0f/g, '')
    for (const value of values) assert.include(text, value.normalize('NFC'))
  })

  test('read right-to-left text from the right', async ({ assert }) => {
    const place = { page: 1, x: 10, y: 10, width: 280, height: 16, kind: 'text' as const }
    const { bytes } = await sealed(onePage(), {
      placements: [{ ...place, value: 'محمد عبد الله' }],
    })
    assert.include(await textOf(bytes, 1), 'محمد عبد الله')
    assert.isAbove(inkBox(await rasterOf(bytes))!.x, 150)
  })

  test('show a box for a character that no font has', async ({ assert }) => {
    const place = { page: 1, x: 10, y: 10, width: 280, height: 16, kind: 'text' as const }
    const { bytes } = await sealed(onePage(), { placements: [{ ...place, value: '\u{10480}' }] })
    assert.isNotNull(inkBox(await rasterOf(bytes)))
  })

  test('are no content of the document to a screen reader', async ({ assert }) => {
    const { bytes, canonical } = await sealed(onePage())
    const added = Buffer.from(bytes.subarray(canonical.length)).toString('latin1')
    assert.match(added, /\/Artifact BMC\n\/Stamp Do\nEMC/)
  })
})

test.group('Seal | test documents', () => {
  test('say TEST on every page, those that are added too', async ({ assert }) => {
    const { bytes, pageCount } = await sealed(await textPages(3), { isTest: true })
    for (let page = 1; page <= pageCount; page++) {
      assert.include(await textOf(bytes, page), 'TEST DOCUMENT · NO LEGAL EFFECT')
    }
    assert.include(await textOf(bytes, 4), 'it has no legal effect')
  })

  test('differ from live ones, which carry no test label', async ({ assert }) => {
    const { bytes } = await sealed(await textPages(3))
    assert.notInclude(await textOf(bytes), 'TEST')
  })
})

test.group('Seal | added pages', (group) => {
  group.teardown(close)

  test('carry every fact of the certificate', async ({ assert }) => {
    const { bytes, order, canonical } = await sealed(await textPages(1))
    const { certificate } = order
    const text = await textOf(bytes)
    const facts = [
      certificate.documentId,
      certificate.title,
      certificate.tenantName,
      certificate.originalSha256,
      certificate.canonicalSha256,
      certificate.chainHead,
      'Check this document',
      `Check at ${certificate.verifyUrl}`,
      '21 Nov 2026, 14:03:22 UTC',
      sha256(order.signing.certificate),
      `first ${canonical.length.toLocaleString('en-US')} bytes`,
      ...certificate.signers.flatMap(({ name, email }) => [name, email]),
      `Version 2026-01, SHA-256 ${certificate.signers[0]!.consentSha256}`,
      'Mozilla/5.0 (X11; Linux x86_64)',
      '203.0.113.17',
      'Document created',
      'Jane Doe (jane@example.com)',
    ]
    for (const fact of facts) assert.include(text, fact)
  })

  test('are as many as signers and entries need', async ({ assert }) => {
    const { bytes, pageCount } = await sealed(onePage(), { signers: 50, entries: 300 })
    const text = await textOf(bytes)
    for (let signer = 2; signer <= 50; signer++) assert.include(text, `signer${signer}@example.com`)
    assert.match(text, /\n\s*300 +21 Nov 2026/)
    assert.include(text, `Certificate of completion · ${pageCount - 1} of ${pageCount - 1}`)
  })

  test('have the paper of the document', async ({ assert }) => {
    for (const [size, expected] of [
      [
        [612, 792],
        [612, 792],
      ],
      [
        [792, 612],
        [612, 792],
      ],
      [
        [595, 842],
        [595.28, 841.89],
      ],
    ] as const) {
      const document = await PDFDocument.create()
      document.addPage([size[0], size[1]])
      const { bytes } = await sealed(await document.save(), { placements: [] })
      const { width, height } = (await PDFDocument.load(bytes)).getPage(1).getSize()
      assert.deepEqual([width, height], [...expected])
    }
  })

  test('hold the signatures of those who had no field', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order: SealOrder = await sealOrder(canonical)
    order.signaturePage = Array.from({ length: 9 }, (_, index) => ({
      signerName: `Person ${index + 1}`,
      email: `person${index + 1}@example.com`,
      signature: { kind: 'typed', text: `Person ${index + 1}` },
      signedAt: new Date('2026-11-20T08:00:00Z'),
    }))
    const { bytes } = await sealer.seal(order)
    const text = await textOf(bytes)
    assert.include(text, 'Signatures · 1 of')
    assert.include(text, 'person9@example.com')
    assert.include(text, 'Signed 20 Nov 2026, 08:00:00 UTC')
  })

  test('take names of any length and script', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const tenant = { tenantId: 'ten_x', tenantName: '株式会社アクメ', isTest: false, at: SEALED_AT }
    const credential = await issueLeaf(await testAuthority(), tenant)
    const order = await sealOrder(canonical, { credential })
    order.certificate.title = '契約書 '.repeat(60)
    order.certificate.signers[0]!.name = 'محمد عبد الله '.repeat(14)
    order.certificate.brand = { name: '株式会社アクメ', color: 'not a colour' }
    order.signing.signerName = '株式会社アクメ'
    const { bytes } = await sealer.seal(order)
    assert.include(await textOf(bytes), '株式会社アクメ')
  })

  test('carry the sender’s logo once, however many of them show it', async ({ assert }) => {
    const { canonical } = await intake.examine(onePage())
    const order = await sealOrder(canonical)
    const logo = await sharp(await solidPng(600, 150, 0.9))
      .png()
      .toBuffer()
    order.certificate.brand = { name: 'Acme GmbH', color: '#0f766e', logo: new Uint8Array(logo) }
    const { bytes } = await sealer.seal(order)
    const text = Buffer.from(bytes).toString('latin1')
    assert.lengthOf(
      text.match(/\/Subtype \/Image\s[^>]*\/Width 600\s/g) ?? [],
      2,
      'it and its mask'
    )
    assert.include(await textOf(bytes), 'Certificate of completion')
  })
})
