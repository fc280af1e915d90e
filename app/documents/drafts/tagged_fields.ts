import type { InputFault } from '#app/foundation/input_refused'
import { intake, type TextTag } from '#app/sealing/intake/intake'
import { FIELD_KINDS, FIELD_TYPES, type FieldType } from '../field_kinds/index.js'
import type { AcceptedPdf } from '../files/accepted_pdf.js'
import type { PageSize } from '../files/page_size.js'
import type { DraftInput, FieldInput, SignerInput } from './draft_input.js'
import DraftRefused from '../errors/draft_refused.js'

type NamedField = NonNullable<DraftInput['fields']>[number]

/** What a tag cannot say: which choices, which text. */
const WITHOUT_TAG: readonly FieldType[] = ['radio', 'select', 'note']

/** Of the tags of a file. */
const TAGGED: readonly FieldType[] = FIELD_TYPES.filter((type) => !WITHOUT_TAG.includes(type))

/**
 * The fields that the text of a file asks for, as in `{{signature:1}}`: each where its tag stands, as large as its kind usually is.
 *
 * @throws DraftRefused naming each tag that cannot be read, PdfMalformed, E_INTAKE_BUSY
 */
export async function taggedFields(
  { canonical, pages }: Pick<AcceptedPdf, 'canonical' | 'pages'>,
  signers: readonly SignerInput[]
): Promise<NamedField[]> {
  const tags = await intake.tags(canonical)
  const faults = tags.flatMap((tag) => faultsOf(tag, signers))
  if (faults.length > 0) throw new DraftRefused(faults)
  return tags.map((tag) => ({
    ...boxOf(tag, pages[tag.page - 1]),
    signer: nameOf(signerOf(tag, signers)!),
    ...(tag.label !== null && { options: { label: tag.label } }),
  }))
}

function faultsOf(tag: TextTag, signers: readonly SignerInput[]): InputFault[] {
  const place = `{{${tag.type}:${tag.signer}}} on page ${tag.page}`
  const fault = (code: string, message: string) => [{ path: ['textTags'], code, message }]
  if (!typeOf(tag)) return fault('unknown_tag', `${place}: use one of ${TAGGED.join(', ')}`)
  return signerOf(tag, signers)
    ? []
    : fault('unknown_signer', `${place}: no signer has this number or key`)
}

function typeOf({ type }: TextTag): FieldType | undefined {
  return TAGGED.find((one) => one === type.toLowerCase())
}

/** By key, or by number in the order of the request. */
function signerOf({ signer }: TextTag, signers: readonly SignerInput[]): SignerInput | undefined {
  return signers.find(({ key }) => key === signer) ?? signers[Number(signer) - 1]
}

function nameOf({ key, email }: SignerInput): string {
  return key ?? email
}

/** Around the middle of the line that the tag stands on, from its beginning; on its page. */
function boxOf(tag: TextTag, page: PageSize): FieldInput {
  const type = typeOf(tag)!
  const { place } = FIELD_KINDS[type]
  const width = Math.min(place.width, page.width)
  const height = Math.min(place.height, page.height)
  const within = (at: number, room: number) => Math.round(Math.min(Math.max(at, 0), room) * 10) / 10
  return {
    ...{ type, page: tag.page, width, height },
    x: within(tag.x, Math.floor(page.width - width)),
    y: within(tag.y + tag.height / 2 - height / 2, Math.floor(page.height - height)),
  }
}
