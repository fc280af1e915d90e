import { deepEqual } from 'node:assert/strict'
import { test } from '@japa/runner'
import { PublicHttp } from '#app/foundation/outbound/public_http'
import { createAuthority, issueLeaf, type Credential } from '#app/sealing/certificate_authority'
import PdfAlreadySigned from '#app/sealing/errors/pdf_already_signed'
import { Intake } from '#app/sealing/intake/intake'
import { TimestampAuthority } from '#app/sealing/pades/timestamp_authority'
import { Sealer, type SealOrder } from '#app/sealing/seal'
import { examineFile } from '#app/sealing/verifier/seal_examiner'
import type { SealReport, TrustedRoots } from '#app/sealing/verifier/seal_report'
import { browserExaminer } from './browser_examiner.js'
import { ForeignSigner } from './foreign_signer.js'
import { onePage, stream } from './intake/hostile_pdf.js'
import { LoopbackTsa } from './loopback_tsa.js'
import { inFolder, inkBox, outsideProgram, rasterOf, textOf } from './outside_program.js'
import { sealOrder } from './sealing_order.js'
import { DRAWN_ANEW, pictureOf, says, SHOWN, signedForm } from './signed_form.js'
import { packedSignedPdf, revised, SIGNED_ON, signedPdf } from './signed_pdf.js'

const http = new PublicHttp({ allowPrivate: new Set(['tsa']) })
const intake = new Intake({ maxProcesses: 1 })

const BELOW = {
  page: 1,
  x: 60,
  y: 500,
  width: 180,
  height: 22,
  kind: 'text',
  value: 'Jane',
} as const

test.group('A PDF that bears signatures already', (group) => {
  let nora: ForeignSigner
  let piet: ForeignSigner
  let tsa: LoopbackTsa
  let sealer: Sealer
  let credential: Credential
  let roots: TrustedRoots
  let inBrowsers: typeof examineFile

  group.setup(async () => {
    nora = await ForeignSigner.named('Nora Notary')
    piet = await ForeignSigner.named('Piet Partner', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'])
    tsa = await LoopbackTsa.start()
    const answering = async () => new TimestampAuthority(tsa.url, { http })
    sealer = new Sealer({ maxThreads: 1, intake, timestampAuthorities: answering })
    const authority = await createAuthority({ name: 'Root', isTest: false, at: new Date() })
    credential = await issueLeaf(authority, {
      tenantId: 'x',
      tenantName: 'Acme',
      isTest: false,
      at: new Date(),
    })
    const seals = [{ der: authority.certificate, isTest: false }]
    roots = { seals, timestamps: [], revoked: [] }
    inBrowsers = await browserExaminer()
    return async () => {
      await sealer.close()
      await tsa.stop()
      intake.close()
    }
  })

  const look = (bytes: Uint8Array): SealReport => {
    const report = examineFile(bytes, roots)
    deepEqual(inBrowsers(bytes, roots), report)
    return report
  }

  async function sealed(original: Uint8Array, changes: Partial<SealOrder> = {}) {
    const { canonical, signatures } = await intake.examine(original)
    const order = await sealOrder(canonical, { credential })
    order.signing.at = new Date()
    Object.assign(order, { isSignedBefore: signatures.length > 0 }, changes)
    const made = await sealer.seal(order)
    return { ...made, bytes: Buffer.from(made.bytes), canonical, signatures, order }
  }

  async function pdfsig(pdf: Uint8Array) {
    return inFolder({ 'a.pdf': pdf }, async (path) => {
      const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
      return {
        names: [...output.matchAll(/Common Name: (.*)/g)].map(([, name]) => name),
        validations: [...output.matchAll(/Signature Validation: (.*)/g)].map(([, said]) => said),
        isTotal: [...output.matchAll(/(Not total|Total) document signed/g)].map(
          ([, said]) => said === 'Total'
        ),
      }
    })
  }

  test('is kept byte for byte, and says who signed it and when', async ({ assert }) => {
    const original = await signedPdf([nora, piet])
    const { canonical, signatures, pages } = await intake.examine(original)
    assert.isTrue(Buffer.from(canonical).equals(original))
    assert.lengthOf(pages, 1)
    const claimedAt = SIGNED_ON.toISOString()
    const common = { claimedAt, isUnchanged: true, isTimestamp: false }
    assert.containSubset(signatures, [
      { by: 'Nora Notary', ...common },
      { by: 'Piet Partner', coveredBytes: original.length, ...common },
    ])
    assert.isBelow(signatures[0]!.coveredBytes, original.length)
  })

  test('is refused where its signature cannot be parsed, rather than to lose it', async ({
    assert,
  }) => {
    const original = (await signedPdf([nora])).toString('latin1')
    const without = (text: string) => ' '.repeat(text.length)
    const odd = original.replace('/Type /Sig /Filter', '/R }       /Filter')
    assert.lengthOf(odd, original.length)
    for (const file of [
      odd,
      odd.replace('  /Filter', '/Filter').replace('/ByteRange', '/Byte#52ange'),
      odd.replace('/FT /Sig /T (Signature1)', without),
    ])
      await assert.rejects(() => intake.examine(Buffer.from(file, 'latin1')), PdfAlreadySigned)
  })

  for (const [curve, isUnchanged] of [
    ['brainpoolP256r1', true],
    ['brainpoolP512r1', true],
    ['secp256k1', true],
    ['P-224', null],
    ['brainpoolP320r1', null],
  ] as const)
    test(`says the same in browsers of a signature on the curve ${curve}`, async ({ assert }) => {
      const paula = await ForeignSigner.named('Paula', [
        'ec',
        '-pkeyopt',
        `ec_paramgen_curve:${curve}`,
      ])
      const { bytes } = await sealed(await signedPdf([paula]))
      const { verdict, signatures } = look(bytes)
      assert.equal(verdict, 'whole')
      assert.containSubset(signatures, [{ by: 'Paula', isUnchanged }])
    })

  for (const [kind, make] of [
    ['with tables of plain text', () => signedPdf([nora, piet])],
    ['with everything packed into streams', () => packedSignedPdf(nora, 3)],
  ] as const)
    test(`keeps its signatures when it is sealed, ${kind}`, async ({ assert }) => {
      const original = await make()
      const { bytes, pageCount, canonical } = await sealed(original)
      assert.isTrue(bytes.subarray(0, original.length).equals(original))
      const before = await pdfsig(original)
      const after = await pdfsig(bytes)
      assert.deepEqual(after.names, [...before.names, 'Acme document seal'])
      assert.isTrue(after.validations.every((said) => said === 'Signature is Valid.'))
      assert.deepEqual(after.isTotal, [...before.names.map(() => false), true])
      assert.equal(pageCount, (await intake.examine(canonical)).pages.length)
      const { verdict, signatures, seal } = look(bytes)
      assert.equal(verdict, 'whole')
      assert.lengthOf(signatures, before.names.length)
      assert.equal(seal!.by, 'Acme')
    })

  test('gets no font from outside if it says that it is PDF/A, which stays in it', async ({
    assert,
  }) => {
    const packet = '<pdfaid:part xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">2</pdfaid:part>'
    const said = `<</Type /Metadata /Subtype /XML /Length ${packet.length}>>\nstream\n${packet}\nendstream`
    const claiming = await signedPdf([nora], { catalog: '/Metadata 99 0 R' })
    const added = async (original: Buffer) => {
      const { bytes } = await sealed(original, { isTest: true })
      return bytes.subarray(original.length).toString('latin1')
    }
    assert.notInclude(await added(revised(claiming, [[99, said]])), '/Helvetica-Bold')
    assert.include(await added(await signedPdf([nora])), '/Helvetica-Bold')
  })

  test('shows what was entered above pages that stay what they were', async ({ assert }) => {
    const original = await signedPdf([nora], { content: '' })
    const place = { page: 1, x: 100, y: 120, width: 160, height: 40 }
    const { bytes } = await sealed(original, {
      placements: [
        { ...place, kind: 'signature', value: { kind: 'typed', text: 'Ana Buyer' } },
        { ...place, y: 300, kind: 'text', value: 'Forty-two' },
      ],
    })
    assert.isNull(inkBox(await rasterOf(original)))
    const ink = inkBox(await rasterOf(bytes))!
    assert.isAbove(ink.x, 99)
    assert.isAbove(ink.y, 119)
    assert.isBelow(ink.x + ink.width, 262)
    assert.isBelow(ink.y + ink.height, 342)
    assert.equal((await textOf(original)).trim(), '')
    const added = bytes.subarray(original.length).toString('latin1')
    assert.lengthOf(added.match(/\/Subtype \/Stamp/g)!, 2)
    assert.notMatch(added, /\/Type \/Pages|\/DocMDP|\/EmbeddedFiles/)
  })

  for (const [how, page, rectangle, place] of [
    ['an upright page', '', [60, 592, 220, 632], { x: 60, y: 160, width: 160, height: 40 }],
    ['a turned page', '/Rotate 90', [60, 592, 100, 732], { x: 592, y: 60, width: 140, height: 40 }],
    [
      'a box with an offset',
      '/MediaBox [100 50 712 842]',
      [160, 642, 320, 682],
      { x: 60, y: 160, width: 160, height: 40 },
    ],
  ] as const)
    test(`says where nothing shows, on ${how}: there it cannot be sealed`, async ({ assert }) => {
      const original = await signedPdf([nora], { content: '', page, rectangle })
      const { pages } = await intake.examine(original)
      assert.deepEqual(pages[0]!.covered, [place])
      const text = { page: 1, kind: 'text', value: 'Forty-two' } as const
      const beside = { ...text, ...place, y: place.y + place.height }
      assert.equal(look((await sealed(original, { placements: [beside] })).bytes).verdict, 'whole')
      await assert.rejects(
        () => sealed(original, { placements: [{ ...text, ...place }] }),
        /nothing shows on page 1/
      )
    })

  test('covers nothing with a signature that shows nothing', async ({ assert }) => {
    for (const options of [
      { rectangle: [0, 0, 0, 0] },
      { rectangle: [60, 592, 220, 632], appearance: '% DSBlank' },
    ] as const) {
      const [page] = (await intake.examine(await signedPdf([nora], options))).pages
      assert.notProperty(page, 'covered')
    }
  })

  test('is accepted with a signature across the middle, the foot or all of its page', async ({
    assert,
  }) => {
    for (const rectangle of [
      [150, 200, 460, 600],
      [150, 0, 460, 40],
      [0, 0, 612, 792],
    ] as const) {
      const original = await signedPdf([nora], { content: '', rectangle })
      assert.lengthOf((await intake.examine(original)).signatures, 1)
    }
  })

  test('says on each page of a sandbox that it is a test', async ({ assert }) => {
    const { bytes } = await sealed(await packedSignedPdf(nora, 2), { isTest: true })
    assert.equal(look(bytes).verdict, 'whole')
    for (const page of [1, 2]) assert.isNotNull(inkBox(await rasterOf(bytes, page), 200))
  })

  test('gets a time stamp with its seal, or later', async ({ assert }) => {
    const urls = ['https://tsa.example']
    const original = await signedPdf([nora])
    const at = new Date()
    const atOnce = await sealed(original, {})
    const signing = { ...atOnce.order.signing, at, timestampUrls: urls }
    const stamped = await sealer.seal({ ...atOnce.order, signing })
    assert.equal(stamped.level, 'B-T')
    const waiting = { ...signing, timestampUrls: [], isStampedLater: true }
    const unstamped = await sealer.seal({ ...atOnce.order, signing: waiting })
    assert.equal(unstamped.level, 'B-B')
    const seals = roots.seals.map(({ der }) => der)
    const later = await sealer.stampLater(unstamped.bytes, seals, urls)
    assert.isNotNull(look(later.bytes).seal!.timestamp)
    assert.isTrue(
      (await pdfsig(later.bytes)).validations.every((said) => said === 'Signature is Valid.')
    )
  })

  test('may be sealed once more, and both seals hold', async ({ assert }) => {
    const once = await sealed(await signedPdf([nora]))
    const twice = await sealed(once.bytes)
    assert.deepEqual(
      twice.signatures.map(({ by }) => by),
      ['Nora Notary', 'Acme document seal']
    )
    assert.isTrue(
      (await pdfsig(twice.bytes)).validations.every((said) => said === 'Signature is Valid.')
    )
    assert.equal(look(twice.bytes).verdict, 'whole')
  })

  test('is no longer whole with anything behind its seal, and the report says up to where it is', async ({
    assert,
  }) => {
    const { bytes } = await sealed(await signedPdf([nora]))
    const note = '<< /Type /Annot /Subtype /FreeText /Contents (Half of it) >>'
    const report = look(revised(bytes, [[90, note]]))
    assert.equal(report.verdict, 'altered')
    assert.includeMembers([...report.faults], ['appended', 'annotation_added'])
    assert.equal(report.seal!.coveredBytes, bytes.length)
    assert.deepEqual(
      report.signatures.map(({ by, isUnchanged }) => [by, isUnchanged]),
      [['Nora Notary', true]]
    )
  })

  test('is altered where a byte of it is, and names whose signature broke', async ({ assert }) => {
    const { bytes } = await sealed(await signedPdf([nora, piet]))
    const changed = Buffer.from(bytes)
    changed.write('Dead', bytes.indexOf('Deed of sale'), 'latin1')
    const report = look(changed)
    assert.equal(report.verdict, 'altered')
    assert.deepEqual([...report.faults], ['bytes_changed'])
    assert.isTrue(report.signatures.every(({ isUnchanged }) => isUnchanged === false))
  })

  test('says so where a signature did not hold before', async ({ assert }) => {
    const original = await signedPdf([nora])
    original.write('Dead', original.indexOf('Deed of sale'), 'latin1')
    const { signatures } = await intake.examine(original)
    assert.deepEqual(
      signatures.map(({ by, isUnchanged }) => [by, isUnchanged]),
      [['Nora Notary', false]]
    )
  })

  async function refusal(bytes: Uint8Array): Promise<{ code: string; message: string }> {
    try {
      await intake.examine(bytes)
    } catch (error) {
      return error as { code: string; message: string }
    }
    throw new Error('It was accepted')
  }

  for (const [rule, options, isKept] of [
    ['a certification that allows nothing', { certifies: 1 }, false],
    ['a certification that allows its own form', { certifies: 2 }, false],
    ['a certification that allows annotations', { certifies: 3 }, true],
    ['a field that locks everything', { locks: 1 }, false],
    ['a field that leaves annotations open', { locks: 3 }, true],
  ] as const)
    test(`is ${isKept ? 'kept' : 'refused'} with ${rule}`, async ({ assert }) => {
      const original = await signedPdf([nora], options)
      if (!isKept) {
        const { code, message } = await refusal(original)
        assert.equal(code, 'pdf_already_signed')
        return assert.match(message, /allow no more/)
      }
      const { bytes } = await sealed(original)
      assert.equal(look(bytes).verdict, 'whole')
      assert.isTrue(
        (await pdfsig(bytes)).validations.every((said) => said === 'Signature is Valid.')
      )
    })

  test('is refused with what would have to be removed from it', async ({ assert }) => {
    for (const catalog of [
      '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
      '/OpenAction << /S /Launch /F (a.exe) >>',
      '/AF [<< /Type /Filespec /F (a.txt) /EF << /F 4 0 R >> >>]',
      '/OCProperties << /OCGs [3 0 R] /D << /OFF [3 0 R] >> >>',
    ])
      assert.equal((await refusal(await signedPdf([nora], { catalog }))).code, 'pdf_unsafe')
  })

  for (const [what, entries, object] of [
    ['turns layers on or off', '/OpenAction << /S /SetOCGState /State [/OFF 3 0 R] >>'],
    ['shows what was hidden', '/OpenAction << /S /Hide /T (Signature1) /H false >>'],
    [
      'runs a script whose kind stands elsewhere',
      '/OpenAction << /S 90 0 R /JS (x) >>',
      '/JavaScript',
    ],
    ['opens a page of the web', '/OpenAction << /S /URI /URI (https://example.com) >>'],
    [
      'opens a page of the web after its own',
      '/OpenAction 90 0 R',
      '<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://example.com) >> >>',
    ],
    ['opens another file', '/AA << /WC << /S /GoToR /F (b.pdf) >> >>'],
    [
      'brings scripts under names',
      '/Names << /JavaScript << /Names [(a) 90 0 R] >> >>',
      '<< /JS (x) >>',
    ],
  ] as const)
    test(`is refused when it ${what}`, async ({ assert }) => {
      const original = await signedPdf([nora], { catalog: entries })
      const { code, message } = await refusal(object ? revised(original, [[90, object]]) : original)
      assert.equal(code, 'pdf_unsafe')
      assert.match(message, /does more than to show pages/)
    })

  test('is refused when a page of it acts once it is shown', async ({ assert }) => {
    for (const page of [
      '/AA << /O << /S /Hide /T (Signature1) /H false >> >>',
      '/AA << /O << /S /URI /URI (https://example.com) >> >>',
    ])
      assert.equal((await refusal(await signedPdf([nora], { page }))).code, 'pdf_unsafe')
  })

  const linked = (action: string, catalog = '') => {
    const link = `<< /Type /Annot /Subtype /Link /Rect [9 9 99 20] /F 4 /A << ${action} >> >>`
    return signedPdf([nora], { page: `/Annots [6 0 R ${link}]`, catalog })
  }

  test('is kept with links that are only clicked', async ({ assert }) => {
    for (const address of [
      'www.example.com:8080/x',
      'portal.example.com:443',
      'localhost:3000',
      ' https://example.com',
      'ftp://example.com',
      'sms:+43123',
      'skype:nora',
      'fax:+43123',
      '/terms',
      '//example.com',
    ]) {
      const original = await linked(`/S /URI /URI (${address})`)
      assert.lengthOf((await intake.examine(original)).signatures, 1, address)
    }
  })

  test('is kept with a link to a file beside it', async ({ assert }) => {
    for (const file of ['(annex.pdf)', '<< /Type /Filespec /F (a.pdf) /UF (annexes/a.pdf) >>']) {
      const original = await linked(`/S /GoToR /D [0 /Fit] /F ${file}`)
      assert.lengthOf((await intake.examine(original)).signatures, 1, file)
    }
  })

  test('is refused with a link that does harm once it is clicked', async ({ assert }) => {
    const share = String.raw`\\\\host\\share`
    for (const action of [
      '/S /URI /URI (javascript:x)',
      String.raw`/S /URI /URI ( Java\nScript:x)`,
      '/S /URI /URI (data:text/html,x)',
      '/S /URI /URI (file:///c:/x.exe)',
      '/S /URI /URI (c:/x.exe)',
      `/S /URI /URI (${share})`,
      '/S /URI /URI (search-ms:query)',
      '/S /GoToR /F (//host/share/a.pdf)',
      `/S /GoToR /F << /F (a.pdf) /UF (${share}) >>`,
      '/S /GoToR /F << /FS /URL /F (https://example.com) >>',
      '/S /Launch /F (annex.pdf)',
    ])
      assert.equal((await refusal(await linked(action))).code, 'pdf_unsafe', action)
    const base = '/URI << /Base (file:///c:/) >>'
    const leadsThere = await linked('/S /URI /URI (x.exe)', base)
    assert.equal((await refusal(leadsThere)).code, 'pdf_unsafe', base)
  })

  test('is kept when it only says where it is opened', async ({ assert }) => {
    for (const opened of ['[3 0 R /Fit]', '<< /S /GoTo /D [3 0 R /XYZ 0 792 1] >>', '(start)']) {
      const original = await signedPdf([nora], { catalog: `/OpenAction ${opened}` })
      assert.lengthOf((await intake.examine(original)).signatures, 1)
    }
  })

  const annotated = async (annotation: string, drawing = '0 g 0 0 100 100 re f') => {
    const original = await signedPdf([nora], { page: '/Annots [6 0 R 90 0 R]' })
    const picture = stream(
      Buffer.from(drawing, 'latin1'),
      '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'
    )
    return revised(original, [
      [
        90,
        `<< /Type /Annot ${annotation.includes('/Rect') ? '' : '/Rect [0 0 612 792]'} /AP << /N 91 0 R >> ${annotation} >>`,
      ],
      [91, picture.toString('latin1')],
    ])
  }

  for (const [what, annotation] of [
    ['only paper shows', '/Subtype /Stamp /F 36'],
    ['only a screen shows', '/Subtype /Stamp /F 0'],
    ['hides under the pointer', '/Subtype /Stamp /F 260'],
    ['is hidden but under the pointer', '/Subtype /Widget /FT /Tx /T (w) /V (9000) /F 258'],
    ['a screen shows of a field for a signature yet to come', '/Subtype /Widget /FT /Sig /T (w)'],
    ['a screen shows as a body that turns', '/Subtype /3D /F 4'],
    ['a screen shows as a film', '/Subtype /Movie /F 4'],
    ['a screen plays', '/Subtype /RichMedia /F 4'],
    [
      'lies elsewhere on paper',
      '/Subtype /Watermark /F 4 /FixedPrint << /Type /FixedPrint /H 0.5 >>',
    ],
    ['printers alone need', '/Subtype /TrapNet /F 68'],
  ] as const)
    test(`is refused with an annotation that ${what}`, async ({ assert }) => {
      const { code, message } = await refusal(await annotated(annotation))
      assert.equal(code, 'pdf_unsafe')
      assert.match(message, /page 1 has an annotation that does not show both on screen/)
    })

  for (const [what, drawing] of [
    ['between zeros', '0 0 100 100 re\0f\0'],
    ['before a comment', '0 0 100 100 re f%\n'],
    ['behind a brace', '0 0 100 100 re}f'],
    ['behind a number, as some programs read it', '0 0 100 100 re 0f'],
    ['behind a name that some programs take to end here', '0 0 100 100 re /x\x80f '],
    ['behind a name that some programs take to end there', '0 0 100 100 re /x\xfff '],
  ] as const)
    test(`is refused with an annotation that paints ${what} on paper alone`, async ({ assert }) => {
      const { message } = await refusal(await annotated('/Subtype /Stamp /F 36', drawing))
      assert.match(message, /page 1 has an annotation that does not show both on screen/)
    })

  test('is refused with a picture on paper alone that says elsewhere how it is packed', async ({
    assert,
  }) => {
    const original = await signedPdf([nora], { page: '/Annots [6 0 R 90 0 R]' })
    const hex = Buffer.from(`${Buffer.from('0 0 100 100 re f').toString('hex')}>`)
    const entries = '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Filter 92 0 R'
    const { message } = await refusal(
      revised(original, [
        [90, '<< /Type /Annot /Subtype /Stamp /F 36 /Rect [0 0 612 792] /AP << /N 91 0 R >> >>'],
        [91, stream(hex, entries).toString('latin1')],
        [92, '/ASCIIHexDecode'],
      ])
    )
    assert.match(message, /page 1 has an annotation that does not show both on screen/)
  })

  test('is kept with annotations that draw nothing, or the same everywhere', async ({ assert }) => {
    for (const [annotation, drawing] of [
      ['/Subtype /Stamp /F 4', '0.9 g 0 0 1 1 re f'],
      ['/Subtype /Widget /FT /Tx /T (w) /F 2', '/Tx BMC EMC'],
      ['/Subtype /Widget /FT /Tx /T (w) /V (9000) /F 2', undefined],
      ['/Subtype /Widget /FT /Tx /T (w) /V (9000) /F 6', undefined],
      ['/Subtype /Popup /F 28 /Rect [0 0 9 9]', ''],
    ] as const)
      assert.lengthOf((await intake.examine(await annotated(annotation, drawing))).signatures, 1)
  })

  test('is kept with fields that hold nothing and bring no picture', async ({ assert }) => {
    for (const field of [
      '/FT /Tx /V ()',
      '/FT /Tx /V <FEFF>',
      '/FT /Btn /V /Off',
      '/FT /Ch',
      '/FT /Tx /MK << /BG [] /BC [] /R 90 >>',
      '/FT /Tx /MK << /BG [0.9] /BC [0] >>',
      '/FT /Sig /MK << /BC [0] >>',
    ]) {
      const original = await signedPdf([nora], { page: '/Annots [6 0 R 90 0 R]' })
      const widget = `<< /Type /Annot /Subtype /Widget /T (w) ${field} /Rect [60 60 90 90] >>`
      assert.lengthOf((await intake.examine(revised(original, [[90, widget]]))).signatures, 1)
    }
  })

  const filledIn = (field: string, drawing = says('100'), form = '') =>
    signedForm(nora, field, { drawing, form })

  const STATES = '/AP << /N << /Yes 91 0 R /Off 92 0 R >> >>'
  const SMALL = '/Rect [40 600 60 620]'
  const MARK = pictureOf('0 g 5 5 10 10 re f')

  for (const [what, field, form] of [
    ['that brings no picture', '/FT /Tx /V (900)'],
    ['whose picture is missing', '/FT /Tx /V (900) /AP << /N 99 0 R >>'],
    ['that is checked and brings no picture', '/FT /Btn /V /Yes /AS /Yes'],
    ['that brings a background and no picture', '/FT /Tx /MK << /BG [0] >> /Rect [40 695 140 715]'],
    ['that brings a caption and no picture', '/FT /Btn /Ff 65536 /MK << /CA (void) >>'],
    ['that is to be drawn anew from another value', `/FT /Tx /V (900) ${SHOWN}`, DRAWN_ANEW],
    ['that is to be drawn anew without a value', `/FT /Tx ${SHOWN}`, DRAWN_ANEW],
    ['that is checked and does not show it', `/FT /Btn /V /Yes /AS /Off ${STATES}`, DRAWN_ANEW],
    ['that shows a check it does not have', `/FT /Btn /V /Off /AS /Yes ${STATES}`, DRAWN_ANEW],
    ['whose mark has room for a text', `/FT /Btn /V /Yes /AS /Yes ${STATES}`, DRAWN_ANEW],
  ] as const)
    test(`is refused with a field ${what}: not all programs show the same`, async ({ assert }) => {
      const { code, message } = await refusal(await filledIn(field, says('100'), form))
      assert.equal(code, 'pdf_unsafe')
      assert.match(message, /page 1 has a field that some programs draw from its value/)
    })

  test('is kept with fields of which all programs show the same, and sealed so', async ({
    assert,
  }) => {
    for (const [field, drawing, form, shown] of [
      [`/FT /Tx /V (900) ${SHOWN}`, says('900'), DRAWN_ANEW, '900'],
      ['/FT /Tx /V (900)', undefined, DRAWN_ANEW, '900'],
      [`/FT /Tx /V (900) ${SHOWN}`, undefined, '', '100'],
      [`/FT /Tx /V (900) /F 2`, undefined, '', ''],
      [`/FT /Btn /V /Yes /AS /Yes ${STATES} ${SMALL}`, MARK, DRAWN_ANEW, ''],
      [`/FT /Btn /V /Other /AS /Off ${STATES} ${SMALL}`, MARK, DRAWN_ANEW, ''],
    ] as const) {
      const original = await filledIn(field, drawing, form)
      const { bytes, order } = await sealed(original, { placements: [BELOW] })
      assert.lengthOf(order.placements, 1)
      const [before, after] = [await rasterOf(original), await rasterOf(bytes)]
      const until = before.width * 300
      assert.isTrue(before.gray.subarray(0, until).equals(after.gray.subarray(0, until)), field)
      assert.equal((await textOf(bytes)).match(/\d{3}/)?.[0] ?? '', shown)
    }
  })

  const layered = async (layer: string) => {
    const properties = '/OCProperties << /OCGs [92 0 R] /D << >> >>'
    const original = await signedPdf([nora], {
      page: '/Annots [6 0 R 90 0 R]',
      catalog: properties,
    })
    const picture = stream(
      Buffer.from('0 g 0 0 9 9 re f'),
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'
    )
    return revised(original, [
      [
        90,
        `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 9 9] /AP << /N 91 0 R >> /OC ${layer} >>`,
      ],
      [91, picture.toString('latin1')],
      [92, '<< /Type /OCG /Name (Price) >>'],
    ])
  }

  test('is refused with an annotation that only its layers hide', async ({ assert }) => {
    for (const layer of [
      '<< /Type /OCMD /OCGs [92 0 R] /P /AllOff >>',
      '<< /Type /OCMD /VE [/Not 92 0 R] >>',
    ]) {
      const { code, message } = await refusal(await layered(layer))
      assert.equal(code, 'pdf_unsafe', layer)
      assert.match(message, /hides a layer/)
    }
    assert.lengthOf((await intake.examine(await layered('92 0 R'))).signatures, 1)
  })

  const pictured = async (object: string | Buffer, page = '') => {
    const original = await signedPdf([nora], { page: `/Resources 90 0 R ${page}` })
    return revised(original, [
      [90, '<< /XObject << /X 91 0 R >> /ExtGState << /X 91 0 R >> >>'],
      [91, object.toString('latin1')],
      [
        92,
        stream(
          Buffer.from([0]),
          '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
        ).toString('latin1'),
      ],
    ])
  }
  const form = (more: string) =>
    stream(Buffer.from('0 0 9 9 re f'), `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${more}`)
  const image = (more: string) =>
    stream(
      Buffer.from([9]),
      `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${more}`
    )
  const INVERTED = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>'

  for (const [what, object] of [
    [
      'brings another picture for printers',
      image('/Alternates [<< /Image 92 0 R /DefaultForPrinting true >>]'),
    ],
    ['says in a second way how it is packed', form('/DP << /Predictor 12 /Columns 60 >>')],
    [
      'says in a second way how wide its numbers are',
      form('/DecodeParms [null << /Predictor 1 /BPC 4 >>]'),
    ],
    ['says in a second way which colours it has', image('/D [1 0]')],
    ['stands for a page of another file', form('/Ref << /F (other.pdf) /Page 0 >>')],
    ['stands for a picture that printers have', form('/OPI << /2.0 << /F (other.tif) >> >>')],
    [
      'speaks to printers alone',
      stream(Buffer.from('(secret) show'), '/Type /XObject /Subtype /PS'),
    ],
    ['turns its colours around', `<< /Type /ExtGState /TR ${INVERTED} >>`],
    [
      'turns the colours of its halftones around',
      `<< /HT << /HalftoneType 1 /TransferFunction ${INVERTED} >> >>`,
    ],
  ] as const)
    test(`is refused with something that ${what}`, async ({ assert }) => {
      const { code, message } = await refusal(await pictured(object))
      assert.equal(code, 'pdf_unsafe')
      assert.match(message, /on paper or in other programs/)
    })

  test('is kept with what looks the same everywhere', async ({ assert }) => {
    for (const object of [
      image('/Alternates []'),
      form('/PieceInfo << /App << /Private 4 0 R >> >> /LastModified (D:20260101)'),
      '<< /Type /ExtGState /TR /Identity /TR2 /Default /HT /Default /OP true /op true /OPM 1 >>',
      '<< /Type /ExtGState /HT << /HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round >> >>',
      '<< /S /P /Ref [4 0 R] >>',
    ])
      assert.lengthOf((await intake.examine(await pictured(object))).signatures, 1)
  })

  test('is refused when paper shows another part of a page', async ({ assert }) => {
    const preferring = (preferences: string, page: string) =>
      signedPdf([nora], { catalog: `/ViewerPreferences << ${preferences} >>`, page })
    const cropped = '/CropBox [0 400 612 792] /BleedBox [0 0 612 792]'
    for (const preferences of [
      '/PrintArea /MediaBox',
      '/ViewClip /MediaBox',
      '/PrintClip /BleedBox',
    ]) {
      const { code, message } = await refusal(await preferring(preferences, cropped))
      assert.equal(code, 'pdf_unsafe', preferences)
      assert.match(message, /on paper or in other programs/)
      assert.lengthOf((await intake.examine(await preferring(preferences, ''))).signatures, 1)
    }
    const same = await preferring('/PrintArea /CropBox /DisplayDocTitle true', cropped)
    assert.lengthOf((await intake.examine(same)).signatures, 1)
  })

  const ON_SCREEN = '/Subtype /Widget /FT /Sig /T (w) /V 7 0 R /F 128'

  test('is kept with a signature that shows on screen alone, as some programs write them', async ({
    assert,
  }) => {
    const original = await annotated(`${ON_SCREEN} /Rect [300 20 400 60]`)
    assert.lengthOf((await intake.examine(original)).pages[0]!.covered!, 1)
  })

  test('is refused with one that hides on screen what paper shows', async ({ assert }) => {
    const everywhere = `${ON_SCREEN} /Rect [-900000 -900000 900000 900000]`
    for (const [annotation, drawing] of [
      [ON_SCREEN, '0 g 0 0 100 100 re f'],
      [ON_SCREEN, '1 g 0 0 100 100 re f'],
      [everywhere, '1 g 0 0 100 100 re f'],
    ] as const) {
      const { code, message } = await refusal(await annotated(annotation, drawing))
      assert.equal(code, 'pdf_unsafe')
      assert.match(message, /page 1 has an annotation that does not show both on screen/)
    }
  })

  test('is refused where its tables would have to be mended first', async ({ assert }) => {
    const original = await signedPdf([nora])
    const broken = original.toString('latin1').replace(/startxref\n\d+/, 'startxref\n12')
    const { code, message } = await refusal(Buffer.from(broken, 'latin1'))
    assert.equal(code, 'pdf_already_signed')
    assert.match(message, /nothing can be appended/)
  })

  test('is refused where no reader finds the signature', async ({ assert }) => {
    const orphan = '<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>'
    const { code, message } = await refusal(revised(onePage(), [[90, orphan]]))
    assert.equal(code, 'pdf_already_signed')
    assert.match(message, /not where readers look/)
  })
})
