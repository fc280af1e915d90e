import type { HttpContext } from '@adonisjs/core/http'
import type { SupportChange } from '#app/identity/access/support'
import type { SupportSession } from '#app/identity/support_session'
import SupportMayNot from '../errors/support_may_not.js'

/** Which form makes which change, by the name of its route, without that of its environment. A form that is not listed is closed to support. */
const FORMS: Record<SupportChange, readonly string[]> = {
  'document.send': ['sendings.store'],
  'document.remind': ['reminders.store'],
  'document.void': ['voids.store'],
  'endpoint.test': ['tests.store'],
  'endpoint.enable': ['enablings.store'],
  'endpoint.pause': ['pauses.store'],
  'delivery.replay': ['replays.store', 'many_replays.store'],
  'delivery.check_signature': ['signature_checks.store'],
  'domain.check': ['domain_checks.store'],
  'brand.change': [
    'brand.store',
    'brand_previews.store',
    'brand_pictures.store',
    'brand_restorations.store',
  ],
}

const OPEN = new Set(Object.values(FORMS).flat())
const GROUP = /^dashboard\.(?:test\.)?/

/** Asked for every request of a visit. @throws E_SUPPORT_MAY_NOT */
export function assertSupportMay({ request, route }: HttpContext, support: SupportSession): void {
  const isRead = request.method() === 'GET' || request.method() === 'HEAD'
  const isOpen = OPEN.has(route?.name?.replace(GROUP, '') ?? '')
  if (!isRead && !(support.mayWrite && isOpen)) throw new SupportMayNot(support.mayWrite)
}
