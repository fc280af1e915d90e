import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { knownDevice } from '#app/identity/devices/device_name'

/** `Safari on iPhone`: what a browser says of itself, where we know it; otherwise that is shown as it is. */
export function deviceIn({ t }: DashboardPhrasebook, userAgent: string | null): string {
  if (!userAgent) return t('account_mails.device_unknown')
  const { browser, system } = knownDevice(userAgent)
  if (!browser) return userAgent
  return system ? t('account_mails.device_name', { browser, system }) : browser
}
