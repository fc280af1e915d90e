import type { HttpContext } from '@adonisjs/core/http'
import { LIMITS } from '#app/documents/limits'
import AttachmentRefused from '#app/documents/errors/attachment_refused'
import { clock } from '#app/foundation/clock'
import { MINUTE_MS } from '#app/foundation/duration'
import { Limiter } from '#app/foundation/limits/limiter'
import { requestBytes } from '#app/front_door/bodies/request_bytes'
import AnswersRefused from '#app/signing/errors/answers_refused'
import { unknownField } from '#app/signing/signature/answers'
import { stepsOf } from '../access/signer_steps.js'
import TooManyUploads from '../errors/too_many_uploads.js'

const MOST_UPLOADS = 60
/** In characters, as a header has it. */
const LONGEST_NAME = 2_000
const WINDOW_S = (10 * MINUTE_MS) / 1_000

let limiter: Limiter | undefined

export default class AttachmentsController {
  /** POST /sign/:token/attachments/:field: one file, as it is. Its name is in the header `x-file-name`, as in an address. */
  async store(ctx: HttpContext) {
    const { request, response, params, signing } = ctx
    signing.assertMaySign()
    const field = signing.fields.find(({ id }) => id === params.field)
    if (field?.type !== 'attachment') throw new AnswersRefused([unknownField(params.field)])
    const begunAt = clock.now()
    await limit(signing.signer.id)
    const tooLarge = new AttachmentRefused('attachment_too_large')
    const bytes = await requestBytes(request, LIMITS.attachmentBytes, tooLarge)
    const isCancelled = () => response.response.destroyed
    const arrival = { begunAt, isCancelled }
    const { key, name } = await stepsOf(ctx).upload(field.id, bytes, fileName(request), arrival)
    response.send({ key, name })
  }
}

function fileName(request: HttpContext['request']): string {
  try {
    return decodeURIComponent((request.header('x-file-name') ?? '').slice(0, LONGEST_NAME))
  } catch {
    return '' // cut within a character, or not of our pages
  }
}

/** @throws TooManyUploads */
async function limit(signerId: string): Promise<void> {
  limiter ??= new Limiter({ points: MOST_UPLOADS, windowS: WINDOW_S, prefix: 'signer_uploads' })
  const { isOver } = await limiter.count(signerId)
  if (isOver) throw new TooManyUploads(MOST_UPLOADS, WINDOW_S)
}
