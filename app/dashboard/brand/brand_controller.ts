import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import Brand from '#app/brand/brand'
import { BrandChange } from '#app/brand/brand_change'
import type { BrandKey } from '#app/brand/brand_values'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'
import { BrandForm } from './brand_form.js'
import { showBrand } from './brand_page.js'
import { sentBrand } from './sent_brand.js'

const PATH = '/settings/brand'

export default class BrandController {
  /** GET /settings/brand */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    return showBrand(ctx, BrandForm.filled(ctx.profile.brand.own))
  }

  /** POST /settings/brand: saves, or shows the form again with one value put back to what is inherited. */
  async store(ctx: HttpContext) {
    await readPage(ctx)
    ctx.profile.entitlements.require('branding')
    const form = await sentBrand(ctx)
    if (form.isReset) return showBrand(ctx, form)
    if (!form.check(phrasesOf(ctx))) return showBrand(ctx, form, 422)
    const { t } = phrasesOf(ctx)
    let changed: BrandKey[]
    try {
      changed = await BrandChange.make(form.changes, ctx.dashboard.actor(ctx))
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      const refused = error.path![0] as BrandKey
      const over = form.over((await Brand.current()).values, refused)
      over.blame(refused, refusalIn(phrasesOf(ctx), error))
      return showBrand(ctx, over, 409)
    }
    if (changed.length > 0) flash(ctx, 'success', t('brand.saved'))
    else flash(ctx, 'info', t('brand.unchanged'))
    ctx.response.redirect(PATH, false, 303)
  }
}
