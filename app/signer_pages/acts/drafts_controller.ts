import type { HttpContext } from '@adonisjs/core/http'
import { cutText } from '#app/foundation/cut_text'
import { MINUTE_MS } from '#app/foundation/duration'
import { Limiter } from '#app/foundation/limits/limiter'
import BodyTooLarge from '#app/front_door/errors/body_too_large'
import { LARGEST_DRAFT, SigningDrafts, type SigningDraft } from '#app/signing/page/signing_draft'
import TooManyDrafts from '../errors/too_many_drafts.js'
import { answersOf } from './answers_input.js'

const MOST_DRAFTS = 120
/** In characters. */
const LONGEST_MARK = 64
const WINDOW_S = (5 * MINUTE_MS) / 1_000

let limiter: Limiter | undefined

/** What is filled in so far, for another device of the same signer. */
export default class DraftsController {
  /** GET /sign/:token/draft */
  async show({ response, signing }: HttpContext) {
    signing.assertMaySign()
    const draft = signing.hosting ? null : await SigningDrafts.of(signing)
    if (!draft) return response.noContent()
    response.send(draft)
  }

  /** POST /sign/:token/draft: what is there is newer than what was there before. */
  async store({ request, response, signing }: HttpContext) {
    signing.assertMaySign()
    // the device is a member's, and goes back to them
    if (signing.hosting) return response.noContent()
    await limit(signing.signer.id)
    const draft = await draftOf(request.body())
    const bytes = Buffer.byteLength(JSON.stringify(draft))
    if (bytes > LARGEST_DRAFT) throw new BodyTooLarge(LARGEST_DRAFT)
    await SigningDrafts.keep(signing, draft)
    response.noContent()
  }
}

/** @throws AnswersRefused */
async function draftOf({ answers, age, mark }: Record<string, unknown>): Promise<SigningDraft> {
  return {
    answers: await answersOf(answers),
    age: typeof age === 'number' && Number.isFinite(age) ? age : 0,
    mark: typeof mark === 'string' ? cutText(mark, LONGEST_MARK) : '',
  }
}

/** @throws TooManyDrafts */
async function limit(signerId: string): Promise<void> {
  limiter ??= new Limiter({ points: MOST_DRAFTS, windowS: WINDOW_S, prefix: 'signing_drafts' })
  const { isOver } = await limiter.count(signerId)
  if (isOver) throw new TooManyDrafts(MOST_DRAFTS, WINDOW_S)
}
