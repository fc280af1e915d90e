import type { HttpContext } from '@adonisjs/core/http'
import { isRefusal } from '#app/foundation/refusal'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { allowedOrigin } from '#app/identity/keys/allowed_origin'
import { EmbedOrigins, MAX_EMBED_ORIGINS } from '#app/signing/embedding/embed_origins'
import { publicUrl } from '#app/tenants/hosts/public_address'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { submissionOf } from '../submission_of.js'

export default class EmbedOriginsController {
  /** GET /settings/embedding */
  async index(ctx: HttpContext) {
    return list(ctx)
  }

  /** POST /settings/embedding */
  async store(ctx: HttpContext) {
    const typed = typedText(ctx.request.body().origin)
    const origin = allowedOrigin(typed)
    const phrases = phrasesOf(ctx)
    if (!origin) return list(ctx, { value: typed, error: phrases.t('embedding.not_an_origin') })
    const { dashboard } = ctx
    try {
      await submissionOf(ctx).change(origin, () => EmbedOrigins.allow(origin, dashboard.actor(ctx)))
    } catch (error) {
      if (!isRefusal(error)) throw error
      return list(ctx, { value: typed, error: refusalIn(phrases, error) })
    }
    flash(ctx, 'success', phrases.t('embedding.allowed', { origin }))
    return back(ctx)
  }

  /** POST /settings/embedding/remove */
  async destroy(ctx: HttpContext) {
    const origin = typedText(ctx.request.body().origin)
    await EmbedOrigins.forbid(origin, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('embedding.forbidden'))
    return back(ctx)
  }
}

function back({ response, dashboard }: HttpContext): void {
  response.redirect(`${dashboard.base}/settings/embedding`, false, 303)
}

async function list(ctx: HttpContext, fault?: { value: string; error: string }) {
  const [rows] = await readPage(ctx, EmbedOrigins.reading())
  const origins = rows.map(({ origin, created_at: allowedAt }) => ({ origin, allowedAt }))
  const script = publicUrl(ctx.target.host, '/embed.js')
  const state = { origins, script, maximum: MAX_EMBED_ORIGINS }
  const typed = { typed: fault?.value ?? '', error: fault?.error }
  return showPage(ctx, 'dashboard/embedding/index', { ...state, ...typed }, fault ? 422 : 200)
}
