import type { HttpContext } from '@adonisjs/core/http'
import DirectoryToken from '#app/directory/directory_token'
import { isRefusal } from '#app/foundation/refusal'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { flashOutcome } from '../flash_outcome.js'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import NothingHere from '../errors/nothing_here.js'
import { submissionOf } from '../submission_of.js'
import { PAGE, showDirectory } from './directory_page.js'
import { phrasesOf } from '../language.js'

const MAX_NAME = 60
const ID = /^sct_\w{1,40}$/

export default class TokensController {
  /** POST /settings/single-sign-on/directory/tokens: the token is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const name = typedText(ctx.request.body().name)
    const fault = name
      ? faultOfLine(name, MAX_NAME, phrasesOf(ctx))
      : phrasesOf(ctx).t('single_sign_on.token_nameless')
    if (fault) return showDirectory(ctx, { name, error: fault, secret: null }, 422)
    try {
      const outcome = await submissionOf(ctx).run((keep) =>
        DirectoryToken.issue(name, ctx.dashboard.actor(ctx), keep)
      )
      if (outcome?.secret)
        return showDirectory(ctx, { name: '', error: null, secret: outcome.secret })
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'forbidden') throw error
      return showDirectory(
        ctx,
        { name, error: refusalIn(phrasesOf(ctx), error), secret: null },
        409
      )
    }
    flash(ctx, 'info', phrasesOf(ctx).t('single_sign_on.token_shown'))
    return ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/single-sign-on/directory/tokens/revoke */
  async destroy(ctx: HttpContext) {
    const { id } = ctx.request.body()
    const token = ID.test(String(id)) ? await DirectoryToken.find(id) : null
    if (!token) throw new NothingHere()
    const done = phrasesOf(ctx).t('single_sign_on.token_revoked')
    return flashOutcome(ctx, { back: PAGE, done }, () => token.revoke(ctx.dashboard.actor(ctx)))
  }
}
