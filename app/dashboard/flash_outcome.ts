import type { HttpContext } from '@adonisjs/core/http'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { flashOutcome as flashIt, type Attempt } from '#app/front_door/pages/flash_outcome'
import { phrasesOf } from './language.js'

/** Does what a button asked for, then redirects back with a flash message in the reader's language. */
export function flashOutcome(
  ctx: HttpContext,
  attempt: Attempt,
  work: () => Promise<unknown>
): Promise<void> {
  const explain = (refusal: Parameters<typeof refusalIn>[1]) => refusalIn(phrasesOf(ctx), refusal)
  return flashIt(ctx, { ...attempt, explain }, work)
}
