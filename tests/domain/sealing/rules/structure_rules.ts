import { PDFArray, PDFDict, PDFNumber, type PDFObject } from 'pdf-lib'
import { instructionsIn } from './instructions.js'
import type { ReadPdf } from './read_pdf.js'

const STANDARD =
  /^(Document|Part|Art|Sect|Div|BlockQuote|Caption|TOC|TOCI|Index|NonStruct|Private|P|H|H[1-6]|L|LI|Lbl|LBody|Table|TR|TH|TD|THead|TBody|TFoot|Span|Quote|Note|Reference|BibEntry|Code|Link|Annot|Ruby|Warichu|RB|RT|RP|WT|WP|Figure|Formula|Form)$/
const PAINTS = /^(S|s|f|F|f\*|B|B\*|b|b\*|sh|Tj|TJ|'|"|EI)$/

interface Element {
  role: string
  dictionary: PDFDict
  kids: Element[]
}

/** Marked content of an element: on which page or in which form, and its number there. */
type Owned = Map<PDFDict, Set<number>>

/** What the tags of a file lack (ISO 19005-3, 6.7; ISO 14289-1, 7), by the checkpoint of the Matterhorn protocol. */
export function* structureFaults(pdf: ReadPdf) {
  const { catalog } = pdf
  if (String(pdf.get(catalog, 'MarkInfo', 'Marked')) !== 'true') yield '06 not said to be tagged'
  if (String(pdf.get(catalog, 'MarkInfo', 'Suspects')) === 'true') yield '01-007 suspects'
  if (!pdf.text(catalog, 'Lang')) yield '11-006 no language'
  const root = pdf.dict(catalog, 'StructTreeRoot')
  if (!root) return void (yield '09 no structure')
  const owned: Owned = new Map()
  const fields = new Set<PDFDict>()
  const top = kidsOf(pdf, root, owned, fields)
  const roles = pdf.dict(root, 'RoleMap')
  const all = top.flatMap(within)
  for (const element of all) yield* elementFaults(pdf, element, roles)
  yield* headings(all)
  for (const page of pdf.pages) {
    yield* contentFaults(pdf, page, pdf.pageContents(page), owned)
    if (pdf.array(page, 'Annots').length > 0 && pdf.name(page, 'Tabs') !== 'S')
      yield '28-008 order of tabs'
    for (const each of pdf.array(page, 'Annots')) {
      const annotation = pdf.look(each)
      if (!(annotation instanceof PDFDict) || pdf.name(annotation, 'Subtype') === 'Popup') continue
      if (!fields.has(annotation)) yield '28-002 annotation outside the structure'
      if (pdf.name(annotation, 'Subtype') === 'Widget' && !pdf.text(annotation, 'TU'))
        yield '28-005 field without words'
    }
  }
  yield* parentFaults(pdf, root, owned)
}

function kidsOf(pdf: ReadPdf, parent: PDFDict, owned: Owned, fields: Set<PDFDict>): Element[] {
  const found = pdf.get(parent, 'K')
  const kids = found instanceof PDFArray ? found.asArray() : [found]
  return kids.flatMap((kid): Element[] => {
    const object = pdf.look(kid)
    if (object instanceof PDFNumber) own(owned, pdf.dict(parent, 'Pg'), object.asNumber())
    if (!(object instanceof PDFDict)) return []
    const number = pdf.number(object, 'MCID')
    if (number !== null) {
      const place = pdf.dict(object, 'Stm') ?? pdf.dict(object, 'Pg') ?? pdf.dict(parent, 'Pg')
      own(owned, place, number)
      return []
    }
    const field = pdf.dict(object, 'Obj')
    if (field) fields.add(field)
    const role = pdf.name(object, 'S')
    if (role === null) return []
    return [{ role, dictionary: object, kids: kidsOf(pdf, object, owned, fields) }]
  })
}

function own(owned: Owned, place: PDFDict | null, number: number) {
  if (place) owned.set(place, (owned.get(place) ?? new Set()).add(number))
}

function within(element: Element): Element[] {
  return [element, ...element.kids.flatMap(within)]
}

function* elementFaults(pdf: ReadPdf, { role, dictionary, kids }: Element, map: PDFDict | null) {
  if (!STANDARD.test(role) && !pdf.name(map, role)) yield `02-001 ${role} is no standard type`
  const attributes = pdf.get(dictionary, 'A')
  const owners = attributes instanceof PDFArray ? attributes.asArray() : [attributes]
  const says = (key: string) =>
    owners.some((owner) => pdf.name((pdf.look(owner) as PDFDict) ?? null, key) !== null)
  if (role === 'Figure' && !pdf.text(dictionary, 'Alt') && !pdf.text(dictionary, 'ActualText'))
    yield '13-004 figure without words'
  if (role === 'TH' && !says('Scope')) yield '15-003 heading of a table without scope'
  const allowed: Record<string, RegExp> = {
    Table: /^(TR|THead|TBody|TFoot|Caption)$/,
    TR: /^(TH|TD)$/,
    L: /^(L|LI|Caption)$/,
    LI: /^(Lbl|LBody)$/,
  }
  for (const kid of kids) {
    if (allowed[role] && !allowed[role].test(kid.role)) yield `09-004 ${kid.role} in ${role}`
    if (kid.role === 'TR' && !/^(Table|THead|TBody|TFoot)$/.test(role)) yield `09-004 TR in ${role}`
    if (/^(TH|TD)$/.test(kid.role) && role !== 'TR') yield `09-004 ${kid.role} in ${role}`
    if (kid.role === 'LI' && role !== 'L') yield `09-005 LI in ${role}`
    if (kid.role === 'LBody' && role !== 'LI') yield `09-005 LBody in ${role}`
  }
  if (role !== 'Table') return
  const widths = kids.filter((row) => row.role === 'TR').map((row) => row.kids.length)
  if (new Set(widths).size > 1) yield '15-005 rows of different lengths'
}

function* headings(all: Element[]) {
  const levels = all.filter(({ role }) => /^H[1-6]$/.test(role)).map(({ role }) => Number(role[1]))
  if (levels.length > 0 && levels[0] !== 1) yield '14-002 first heading'
  if (levels.some((level, index) => index > 0 && level > levels[index - 1]! + 1))
    yield '14-003 skipped heading'
}

/** Whether all that is painted is part of the structure, or said to be none of it. */
function* contentFaults(
  pdf: ReadPdf,
  place: PDFDict,
  content: string,
  owned: Owned,
  outside: string | null = null
): Generator<string> {
  const open: string[] = outside === null ? [] : [outside]
  for (const { operator, operands } of instructionsIn(content)) {
    if (operator === 'BMC' || operator === 'BDC') {
      const number = /\/MCID (\d+)/.exec(operands.join(' '))?.[1]
      const isArtifact = operands[0] === '/Artifact'
      const mark = isArtifact ? 'artifact' : number === undefined ? 'plain' : 'tagged'
      if (mark === 'tagged' && open.includes('artifact')) yield '01-004 tag within an artifact'
      if (isArtifact && open.includes('tagged')) yield '01-003 artifact within a tag'
      if (number !== undefined && !owned.get(place)?.has(Number(number)))
        yield '01-005 content that no element has'
      open.push(mark)
    }
    if (operator === 'EMC') open.pop()
    const isMarked = open.includes('artifact') || open.includes('tagged')
    if (PAINTS.test(operator) && !isMarked) yield `01-005 ${operator} is neither said nor artifact`
    if (operator !== 'Do') continue
    const painted = pdf.stream(place, 'Resources', 'XObject', operands[0]!.slice(1))
    if (!painted) continue
    const isForm = pdf.name(painted.dict, 'Subtype') === 'Form'
    if (!isForm && !isMarked) yield '01-005 picture that is neither said nor artifact'
    const around = open.includes('artifact') ? 'artifact' : isMarked ? 'tagged' : null
    if (isForm)
      yield* contentFaults(
        pdf,
        painted.dict,
        pdf.contents(painted).toString('latin1'),
        owned,
        around
      )
  }
}

/** Whether the way back leads from content to its element (ISO 32000-2, 14.7.5.4). */
function* parentFaults(pdf: ReadPdf, root: PDFDict, owned: Owned) {
  const parents = new Map<number, PDFObject | undefined>()
  const visit = (node: PDFDict | null) => {
    const pairs = pdf.array(node, 'Nums')
    for (let at = 0; at + 1 < pairs.length; at += 2)
      parents.set(Number(String(pdf.look(pairs[at]))), pdf.look(pairs[at + 1]))
    for (const kid of pdf.array(node, 'Kids')) visit(pdf.look(kid) as PDFDict)
  }
  visit(pdf.dict(root, 'ParentTree'))
  for (const [place, numbers] of owned) {
    const list = parents.get(pdf.number(place, 'StructParents') ?? -1)
    for (const number of numbers) {
      const owner = list instanceof PDFArray ? pdf.look(list.asArray()[number]) : undefined
      if (!(owner instanceof PDFDict)) yield '01-006 content that does not lead to its element'
    }
  }
}
