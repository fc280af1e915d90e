import { test } from '@japa/runner'
import { PDFDocument, PDFName, PDFString, StandardFonts, type PDFObject } from 'pdf-lib'
import { Intake } from '#app/sealing/intake/intake'
import { Sealer, type SealOrder } from '#app/sealing/seal'
import { inFolder, outsideProgram, textOf } from './outside_program.js'
import { sealOrder } from './sealing_order.js'
import { textPages } from './text_pages.js'

interface Node {
  role?: string
  type?: string
  alt?: string
  lang?: string
  children?: Node[]
}

/** Of a page, as the reader of browsers finds it. */
async function treeOf(pdf: Uint8Array, number: number): Promise<Node | null> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await loading.promise).getPage(number)
  const tree = (await page.getStructTree()) as Node | null
  await loading.destroy()
  return tree
}

function rolesIn(node: Node | null): string[] {
  return [...(node?.role ? [node.role] : []), ...(node?.children ?? []).flatMap(rolesIn)]
}

/** What readers that do not show pages say of them: tags, and the words that they hold. */
const spokenOf = (pdf: Uint8Array) =>
  inFolder({ 'a.pdf': pdf }, async (path) => {
    const { output } = await outsideProgram('pdfinfo', ['-struct-text', path('a.pdf')])
    return output
  })

const isTagged = (pdf: Uint8Array) =>
  inFolder({ 'a.pdf': pdf }, async (path) =>
    /Tagged: +yes/.test((await outsideProgram('pdfinfo', [path('a.pdf')])).output)
  )

/** A page that says “Dear reader”, with its tags. @param hasBranches  the parent tree is a tree */
async function taggedPage({ hasBranches }: { hasBranches: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const { context, catalog } = document
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([400, 400])
  page.node.set(PDFName.of('StructParents'), context.obj(7))
  page.node.setFontDictionary(PDFName.of('F1'), font.ref)
  const words = '/P <</MCID 0>> BDC BT /F1 12 Tf 40 300 Td (Dear reader) Tj ET EMC'
  page.node.set(PDFName.of('Contents'), context.register(context.stream(words)))
  const [root, whole, paragraph] = [context.nextRef(), context.nextRef(), context.nextRef()]
  context.assign(paragraph, context.obj({ S: 'P', P: whole, Pg: page.ref, K: 0 }))
  context.assign(whole, context.obj({ S: 'Document', P: root, K: [paragraph] }))
  const pairs = { Nums: [7, [paragraph]] }
  const branch = context.register(context.obj({ Limits: [7, 7], ...pairs }))
  const parents = context.obj(hasBranches ? { Kids: [branch] } : pairs) as PDFObject
  const tree = { Type: 'StructTreeRoot', K: whole, ParentTree: parents }
  context.assign(root, context.obj(tree))
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  return document.save()
}

test.group('Structure | of the pages that a seal adds', (group) => {
  const intake = new Intake({ maxProcesses: 1 })
  const sealer = new Sealer({ maxThreads: 1, intake })
  group.teardown(async () => {
    await Promise.all([intake.close(), sealer.close()])
  })

  const sealed = async (pdf: Uint8Array, changes: Partial<SealOrder> = {}) => {
    const { canonical } = await intake.examine(pdf)
    const order = await sealOrder(canonical, { placements: [], entries: 4 })
    return (await sealer.seal({ ...order, ...changes })).bytes
  }

  for (const hasBranches of [false, true]) {
    const kind = hasBranches ? 'a tree of several branches' : 'a plain list'
    test(`goes on that of an accessible document with ${kind}`, async ({ assert }) => {
      const bytes = await sealed(await taggedPage({ hasBranches }))
      assert.isTrue(await isTagged(bytes))
      assert.match(
        await spokenOf(bytes),
        /^Document[^]*"Dear reader"[^]*Part[^]*"Certificate of completion ?"/
      )
      const added = rolesIn(await treeOf(bytes, 2))
      assert.includeMembers(added, ['Part', 'H1', 'H2', 'H3', 'Figure'])
      await inFolder({ 'a.pdf': bytes }, async (path) => {
        const { output } = await outsideProgram('pdfsig', [path('a.pdf')])
        assert.include(output, 'Signature is Valid.')
      })
    })
  }

  test('is none in a document that has none, which a reader would pass over', async ({
    assert,
  }) => {
    const bytes = await sealed(await textPages(1))
    assert.isFalse(await isTagged(bytes))
    assert.isNull(await treeOf(bytes, 2))
  })

  test('is all of pages that stand alone: no word on them is passed over', async ({ assert }) => {
    const record = { kind: 'audit', end: 'completed', pageCount: 3 } as const
    const bytes = await sealed(await textPages(1), { record })
    assert.isTrue(await isTagged(bytes))
    const spoken = await spokenOf(bytes)
    const wordsOf = (text: string) => text.match(/[\p{L}\p{N}@._/:-]{3,}/gu) ?? []
    const heard = new Set(wordsOf(spoken))
    const unheard = wordsOf(await textOf(bytes)).filter((word) => !heard.has(word))
    assert.deepEqual([...new Set(unheard)], [])
    const roles = rolesIn(await treeOf(bytes, 1))
    assert.includeMembers(roles, ['Document', 'H1', 'H2', 'H3', 'P', 'Sect', 'Figure'])
    assert.includeMembers(
      [...roles, ...rolesIn(await treeOf(bytes, 2))],
      ['Table', 'TR', 'TH', 'TD', 'L', 'LI', 'LBody', 'Form']
    )
    const figure = (await treeOf(bytes, 1))!.children![0]!.children!.find(
      ({ role }) => role === 'Figure'
    )
    assert.match(figure!.alt!, /^Check this document: https:/)
  })
})
