import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { USUAL_NAMES } from '#app/single_sign_on/attribute_mapping'
import { Connecting } from '#app/single_sign_on/connecting'
import Connection from '#app/single_sign_on/connection'
import { LastProfile } from '#app/single_sign_on/last_profile'
import NothingHere from '../../errors/nothing_here.js'
import { AttributesForm, FIELDS } from './attributes_form.js'
import { attributeRows, profilePreview } from './profile_preview.js'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

const PAGE = `${HOME}/attributes`
const HINTED = 3

export default class AttributesController {
  /** GET /settings/single-sign-on/attributes */
  async show(ctx: HttpContext) {
    const connection = await Connection.current()
    return attributes(ctx, connection, connection && AttributesForm.filled(connection))
  }

  /** POST /settings/single-sign-on/attributes: saved, or tried on the last profile alone. */
  async update(ctx: HttpContext) {
    const connection = await Connection.current()
    if (!connection) throw new NothingHere()
    const form = AttributesForm.of(ctx)
    const terms = form.terms(phrasesOf(ctx))
    if (!terms) return attributes(ctx, connection, form, 422)
    if (ctx.request.body().intent === 'preview') return attributes(ctx, connection, form)
    await Connecting.change(terms, ctx.dashboard.actor(ctx))
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.saved'))
    return ctx.response.redirect(PAGE, false, 303)
  }

  /** POST /settings/single-sign-on/attributes/forget */
  async destroy(ctx: HttpContext) {
    await LastProfile.forget()
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.forgotten'))
    return ctx.response.redirect(PAGE, false, 303)
  }
}

async function attributes(
  ctx: HttpContext,
  connection: Connection | null,
  form: AttributesForm | null,
  status = 200
) {
  const { isInPlan } = await readSettings(ctx)
  const seen = connection ? await LastProfile.current() : null
  const fields = FIELDS.map(({ name, label }) => ({
    ...{ name, label, value: form?.values[name] ?? '', error: form?.errors[name] },
    usual: USUAL_NAMES[name].filter(isPlainWord).slice(0, HINTED).join(', '),
  }))
  const preview = seen && form && profilePreview(seen, form.values)
  const state = { connection, isInPlan, fields, preview, rows: seen && attributeRows(seen) }
  return showSettings(ctx, 'attributes', { ...state, seenAt: seen?.seenAt ?? null }, status)
}

/** The others are URIs, which nobody recognises. */
function isPlainWord(name: string): boolean {
  return !name.includes(':')
}
