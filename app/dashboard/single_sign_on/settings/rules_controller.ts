import type { HttpContext } from '@adonisjs/core/http'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'
import { typedText } from '#app/front_door/bodies/typed_text'
import { flash } from '#app/front_door/pages/flash'
import { rolesGivenBy, USUAL_ROLE } from '#app/identity/access/role'
import Connection from '#app/single_sign_on/connection'
import { LastProfile } from '#app/single_sign_on/last_profile'
import { RoleRules, type RoleRule } from '#app/single_sign_on/role_rules'
import NothingHere from '../../errors/nothing_here.js'
import { InitialValues } from '../../initial_values.js'
import { profilePreview } from './profile_preview.js'
import { RulesForm } from './rules_form.js'
import { HOME, readSettings, showSettings } from './settings_page.js'
import { phrasesOf } from '../../language.js'

const PAGE = `${HOME}/roles`

export default class RulesController {
  /** GET /settings/single-sign-on/roles */
  async index(ctx: HttpContext) {
    const connection = await Connection.current()
    const rules = await RoleRules.all()
    return page(ctx, connection, RulesForm.filled(rules), { rules, initial: written(rules) })
  }

  /** POST /settings/single-sign-on/roles: saved, or tried on the last profile alone. Rules of others are replaced only by who has been told of them. */
  async update(ctx: HttpContext) {
    const connection = await Connection.current()
    if (!connection) throw new NothingHere()
    const form = RulesForm.of(ctx)
    const rules = form.rules(phrasesOf(ctx))
    const initial = typedText(ctx.request.body().initial)
    if (!rules) return page(ctx, connection, form, { rules: [], initial, status: 422 })
    if (ctx.request.body().intent === 'preview')
      return page(ctx, connection, form, { rules, initial })
    const isKnown = (now: RoleRule[]) =>
      initial === '' || !isOther(now, initial) || !isOther(now, written(rules))
    try {
      if (isOther(rules, initial)) await RoleRules.replace(rules, ctx.dashboard.actor(ctx), isKnown)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      const now = written(await RoleRules.all())
      return page(ctx, connection, form, { rules, initial: now, status: 409 })
    }
    flash(ctx, 'success', phrasesOf(ctx).t('single_sign_on.rules_saved'))
    return ctx.response.redirect(PAGE, false, 303)
  }
}

function written(rules: readonly RoleRule[]): string {
  return InitialValues.write({ rules })
}

function isOther(rules: readonly RoleRule[], initial: string): boolean {
  return InitialValues.changed({ rules }, initial).rules !== undefined
}

async function page(
  ctx: HttpContext,
  connection: Connection | null,
  form: RulesForm,
  { rules, initial, status = 200 }: { rules: readonly RoleRule[]; initial: string; status?: number }
) {
  const { isInPlan } = await readSettings(ctx)
  const state = {
    ...{ connection, isInPlan, initial, rows: form.rows, hasConflict: status === 409 },
    roles: rolesGivenBy(USUAL_ROLE),
    preview: connection && (await preview(connection, rules)),
  }
  return showSettings(ctx, 'roles', state, status)
}

/** What the rules would make of the person whom the provider described last. */
async function preview(connection: Connection, rules: readonly RoleRule[]) {
  const seen = await LastProfile.current()
  if (!seen) return null
  const outcome = RoleRules.outcome(rules, seen, connection)
  return {
    ...profilePreview(seen, connection),
    seenAt: seen.seenAt,
    role: outcome?.role ?? null,
    rule: outcome?.rule === null || !outcome ? null : outcome.rule + 1,
  }
}
