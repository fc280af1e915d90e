import type { InputPath } from '#app/foundation/input_path'
import type { InputFault } from '#app/foundation/input_refused'
import { intake, type FoundText, type SoughtText, type TextPlace } from '#app/sealing/intake/intake'
import type { AcceptedPdf } from '../files/accepted_pdf.js'
import { LIMITS } from '../limits.js'
import { anchoredBox, type Anchor, type AnchoredField, type WantedField } from './anchor.js'
import type { FieldInput } from './draft_input.js'
import { TOO_MANY_FIELDS } from './draft_plan.js'
import { fitsOn } from './field_placement.js'
import DraftRefused from '../errors/draft_refused.js'

/** Fields as they were sent, in one of the lists that hold some. */
interface WantedList {
  fields: readonly WantedField[]
  path: InputPath
}

/** What anchors are looked for in. */
export type AnchoredFile = Pick<AcceptedPdf, 'canonical' | 'pages'>

/** An anchored field, where it stands in what was sent, and what became of its text. */
interface Anchored {
  field: AnchoredField
  path: InputPath
  found: FoundText
}

/**
 * Gives each anchored field the place that its text has in the file, and leaves all else that is said of it; one whose text is wanted at
 * `all` places becomes one for each. Fields say where they stood in their list (`sentAt`), which may be longer now.
 *
 * @param read  the file; asked for only if something is anchored
 * @throws DraftRefused naming each anchor that leads nowhere, PdfMalformed, E_INTAKE_BUSY, and what `read` throws
 */
export async function anchoredFields(
  lists: readonly WantedList[],
  read: () => AnchoredFile | Promise<AnchoredFile>
): Promise<FieldInput[][]> {
  const wanted = lists.flatMap(({ fields, path }) =>
    fields.flatMap((field, at) => (isAnchored(field) ? { field, path: [...path, at] } : []))
  )
  if (wanted.length === 0) return lists.map(({ fields }) => fields.map(placed))
  refuseTooMany(lists.reduce((sum, { fields }) => sum + fields.length, 0))
  const file = await read()
  const sought = wanted.map(({ field }) => soughtOf(field.anchor))
  const found = await intake.find(file.canonical, sought)
  refuseTooMany(found.reduce((sum, { places }) => sum + places.length, 0))
  const anchored = wanted.map((one, at) => ({ ...one, found: found[at] }))
  const faults = anchored.flatMap((one) => faultsOf(one, file))
  if (faults.length > 0) throw new DraftRefused(faults)
  const places = new Map(anchored.map((one) => [one.field, one.found.places]))
  const inPlace = (field: WantedField, sentAt: number): FieldInput[] =>
    isAnchored(field)
      ? places.get(field)!.map((text) => ({ ...atText(field, text, file), sentAt }))
      : [{ ...placed(field), sentAt }]
  return lists.map(({ fields }) => fields.flatMap(inPlace))
}

function isAnchored(field: WantedField): field is AnchoredField {
  return field.anchor !== undefined
}

function atText(field: AnchoredField, text: TextPlace, { pages }: AnchoredFile): FieldInput {
  return { ...field, ...anchoredBox(field, text, pages[text.page - 1]), unit: 'pt' }
}

/** What has no anchor has a place: the surface that took it saw to that. */
function placed(field: WantedField): FieldInput {
  const { page, x, y, width, height } = field
  if ([page, x, y, width, height].includes(undefined))
    throw new RangeError('A field has neither a place nor an anchor')
  return field as FieldInput
}

function refuseTooMany(count: number): void {
  if (count > LIMITS.fields) throw new DraftRefused([TOO_MANY_FIELDS])
}

function soughtOf({ text, page, occurrence = 1, ignoreCase = false }: Anchor): SoughtText {
  return {
    ...{ text, page: page ?? null, ignoresCase: ignoreCase },
    occurrence: occurrence === 'all' ? null : occurrence,
  }
}

function faultsOf({ field, path, found }: Anchored, { pages }: AnchoredFile): InputFault[] {
  const { text, page, occurrence = 1 } = field.anchor
  const fault = (code: string, message: string) => [{ path: [...path, 'anchor'], code, message }]
  if (page !== undefined && page > pages.length)
    return fault('no_page', `The document has no page ${page}: it has ${pages.length}`)
  const { count, places } = found
  const where = page === undefined ? 'in the document' : `on page ${page}`
  if (count === 0)
    return fault(
      'text_not_found',
      `"${text}" does not stand ${where}: give words that stand there on one line, spelled alike`
    )
  if (places.length === 0)
    return fault(
      'too_few_occurrences',
      `"${text}" stands ${where} ${count === 1 ? 'once' : `${count} times`} only, so there is no occurrence ${occurrence}`
    )
  return places.flatMap((place) => {
    const size = pages[place.page - 1]
    const box = anchoredBox(field, place, size)
    if (fitsOn(box, pages)) return []
    return fault(
      'off_page',
      `At "${text}" the field would leave page ${place.page}, which is ${size.width} × ${size.height} points: choose another position, offset or size`
    )
  })
}
