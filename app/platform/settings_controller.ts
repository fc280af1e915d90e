import type { HttpContext } from '@adonisjs/core/http'
import { PlatformTrail } from '#app/audit/platform_trail'
import { flash } from '#app/front_door/pages/flash'
import { typedText } from '#app/front_door/bodies/typed_text'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import Settings from '#app/tenants/settings'
import { showPage } from './page.js'
import { actorOf } from './signed_in.js'

/** As the table insists. */
const BOUNDS = {
  newTenantDays: [0, 90],
  newTenantDocuments: [1, 100_000],
  eraseAfterDays: [1, 365],
} as const

type Name = keyof typeof BOUNDS
type Typed = Record<Name, string>

const NAMES = Object.keys(BOUNDS) as Name[]

export default class SettingsController {
  /** GET /settings */
  async edit(ctx: HttpContext) {
    const settings = await Settings.current()
    return form(
      ctx,
      valuesOf((name) => String(settings[name]))
    )
  }

  /** POST /settings: tenants that are still new and have the usual cap get the new number. */
  async update(ctx: HttpContext) {
    const body = ctx.request.body()
    const typed = valuesOf((name) => typedText(body[name]))
    const errors = faultsOf(typed)
    if (Object.keys(errors).length > 0) return form(ctx, typed, errors)
    await change(ctx, typed)
    flash(ctx, 'success', 'Saved.')
    ctx.response.redirect('/settings', false, 303)
  }
}

async function change(ctx: HttpContext, typed: Typed): Promise<void> {
  const numbers = {
    newTenantDays: Number(typed.newTenantDays),
    newTenantDocuments: Number(typed.newTenantDocuments),
    eraseAfterDays: Number(typed.eraseAfterDays),
  }
  await platformTransaction(async (trx) => {
    await Settings.change(numbers, trx)
    const actor = actorOf(ctx)
    await PlatformTrail.append({ action: 'settings.changed', actor, details: numbers }, trx)
  })
}

function valuesOf(value: (name: Name) => string): Typed {
  return Object.fromEntries(NAMES.map((name) => [name, value(name)])) as Typed
}

function faultsOf(typed: Typed): Partial<Typed> {
  const faults: Partial<Typed> = {}
  for (const name of NAMES) {
    const [least, most] = BOUNDS[name]
    const number = Number(typed[name])
    const fits = /^\d{1,7}$/.test(typed[name]) && number >= least && number <= most
    if (!fits) faults[name] = `A whole number from ${least} to ${most.toLocaleString('en')}.`
  }
  return faults
}

function form(ctx: HttpContext, values: Typed, errors: Partial<Typed> = {}) {
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return showPage(ctx, 'settings/edit', { values, errors }, status)
}
