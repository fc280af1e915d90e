import type { HttpContext } from '@adonisjs/core/http'
import { SANDBOX_RESET } from '#app/audit/audit_verification'
import { SecurityTrail } from '#app/audit/security_trail'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { typedText } from '#app/front_door/bodies/typed_text'
import { SANDBOX_CONTENTS } from '#app/sandbox/sandbox_contents'
import { SandboxReset } from '#app/sandbox/sandbox_reset'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { removedWords } from './removed_words.js'

interface Tried {
  typed: string
  error: string
}

/** People who may create keys could reset it through one, so they may do it here. */
export default class ResetsController {
  /** GET /test/reset */
  async create(ctx: HttpContext) {
    return form(ctx)
  }

  /** POST /test/reset */
  async store(ctx: HttpContext) {
    const { dashboard } = ctx
    const phrases = phrasesOf(ctx)
    const word = phrases.t('reset.word')
    const typed = typedText(ctx.request.body().confirmation)
    if (typed.toLowerCase() !== word)
      return form(ctx, { typed, error: phrases.t('common.not_confirmed', { text: word }) })
    try {
      const removed = await SandboxReset.run(dashboard.actor(ctx))
      const done = phrases.t('reset.done', { removed: removedWords(removed, phrases) })
      flash(ctx, 'success', done)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return form(ctx, { typed, error: refusalIn(phrases, error) })
    }
    ctx.response.redirect(`${dashboard.base}/reset`, false, 303)
  }
}

async function form(ctx: HttpContext, tried?: Tried) {
  const [[counts], [last]] = await readPage(
    ctx,
    SANDBOX_CONTENTS,
    SecurityTrail.last(SANDBOX_RESET)
  )
  const { is_ahead: isAhead, bulk_sends: bulkSends, bulk_actions: bulkActions, ...others } = counts
  const removable = { ...others, bulkSends, bulkActions }
  const state = {
    counts: { ...removable, isAhead },
    isEmpty: !isAhead && Object.values(removable).every((count) => count === 0),
    lastAt: last?.at ?? null,
    // short enough to type, and nothing that anybody types by habit
    word: phrasesOf(ctx).t('reset.word'),
    typed: tried?.typed ?? '',
    error: tried?.error,
  }
  return showPage(ctx, 'dashboard/reset/create', state, tried ? 422 : 200)
}
