import type { HttpContext } from '@adonisjs/core/http'

export const HOME = '/settings/seal'

/** Why no certificate can be put to use, or null. After `readPage`. */
export function planNoteOf({ profile }: HttpContext): string | null {
  const { entitlements } = profile
  if (entitlements.may('branding', 'live')) return null
  return `Your plan, ${entitlements.planName}, does not include branding, to which certificates of your own belong.`
}
