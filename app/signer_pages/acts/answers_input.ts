import vine, { errors } from '@vinejs/vine'
import { ADOPTED_TYPES, type AdoptedType } from '#app/documents/field_kinds/index'
import { LIMITS } from '#app/documents/limits'
import type { AnswersInput } from '#app/signing/signature/answers'
import { pathOf } from '#app/front_door/bodies/validator_path'
import AnswersRefused from '#app/signing/errors/answers_refused'

const MAX_STROKES = 1_000
const MAX_POINTS = 10_000
/** In pixels: no screen is larger. */
const MAX_PAD = 20_000
const MAX_TYPED = 200
/** What 1 MiB is in base64, and a little more, so that the domain is asked first. */
const MAX_PICTURE = 1_500_000

const UNREADABLE = 'This is not a valid value'

const length = () => vine.number({ strict: true }).min(0).max(MAX_PAD)
const point = vine.object({
  ...{ x: length(), y: length() },
  p: vine.number({ strict: true }).min(0).max(1).optional(),
})

const drawn = vine.object({
  kind: vine.literal('drawn'),
  strokes: vine.array(vine.array(point).maxLength(MAX_POINTS)).maxLength(MAX_STROKES),
  width: length(),
  height: length(),
})
const typed = vine.object({
  kind: vine.literal('typed'),
  text: vine.string().maxLength(MAX_TYPED),
})
const uploaded = vine.object({
  kind: vine.literal('uploaded'),
  image: vine.string().maxLength(MAX_PICTURE),
})

const isOfKind = (kind: string) => (mark: unknown) =>
  vine.helpers.isObject(mark) && mark.kind === kind

const mark = () =>
  vine.union([
    vine.union.if(isOfKind('drawn'), drawn),
    vine.union.if(isOfKind('typed'), typed),
    vine.union.else(uploaded),
  ])

const marks = Object.fromEntries(ADOPTED_TYPES.map((type) => [type, mark().optional()])) as Record<
  AdoptedType,
  ReturnType<ReturnType<typeof mark>['optional']>
>

const value = vine.unionOfTypes([vine.boolean({ strict: true }), vine.string()])

const validator = vine.compile(
  vine.object({
    values: vine.record(value).maxLength(LIMITS.fields).optional(),
    ...marks,
  })
)

/** What a signer's browser has sent, of the right form. @throws AnswersRefused */
export async function answersOf(body: unknown): Promise<AnswersInput> {
  const [error, answers] = await validator.tryValidate(body)
  if (error instanceof errors.E_VALIDATION_ERROR)
    throw new AnswersRefused(error.messages.map(faultOf))
  if (error) throw error
  return { ...answers, values: answers.values ?? {} }
}

/** Our pages send nothing of the kind: it is enough to say where it is. */
function faultOf({ field }: { field: string }) {
  const path = pathOf(field)
  const [part] = path
  if (ADOPTED_TYPES.some((type) => type === part))
    return {
      path: [part],
      code: 'unreadable_mark',
      message: 'This cannot be read: please create it again',
    }
  return { path, code: 'unreadable', message: UNREADABLE }
}
