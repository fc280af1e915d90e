import type { HttpContext } from '@adonisjs/core/http'
import { phrasesOf } from '../language.js'

export const HOME = '/settings/seal'

/** Why no certificate can be put to use, or null. After `readPage`. */
export function planNoteOf(ctx: HttpContext): string | null {
  const { entitlements } = ctx.profile
  if (entitlements.may('branding', 'live')) return null
  return phrasesOf(ctx).t('seal.plan_note', { plan: entitlements.planName })
}
