import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { HOME } from './settings_page.js'

interface Preset {
  key: string
  /** Null for any other. */
  name: string | null
  /** What to do there, in the product's own words. “Our” values stand above them on the page. */
  steps: readonly DashboardKey[]
}

const PRESETS: readonly Preset[] = [
  {
    key: 'other',
    name: null,
    steps: [
      'single_sign_on.other_1',
      'single_sign_on.other_2',
      'single_sign_on.other_3',
      'single_sign_on.other_4',
    ],
  },
  {
    key: 'okta',
    name: 'Okta',
    steps: [
      'single_sign_on.okta_1',
      'single_sign_on.okta_2',
      'single_sign_on.okta_3',
      'single_sign_on.okta_4',
      'single_sign_on.okta_5',
      'single_sign_on.okta_6',
    ],
  },
  {
    key: 'entra',
    name: 'Entra ID',
    steps: [
      'single_sign_on.entra_1',
      'single_sign_on.entra_2',
      'single_sign_on.entra_3',
      'single_sign_on.entra_4',
      'single_sign_on.entra_5',
    ],
  },
  {
    key: 'google',
    name: 'Google',
    steps: [
      'single_sign_on.google_1',
      'single_sign_on.google_2',
      'single_sign_on.google_3',
      'single_sign_on.google_4',
      'single_sign_on.google_5',
      'single_sign_on.google_6',
    ],
  },
  {
    key: 'ping',
    name: 'Ping',
    steps: [
      'single_sign_on.ping_1',
      'single_sign_on.ping_2',
      'single_sign_on.ping_3',
      'single_sign_on.ping_4',
      'single_sign_on.ping_5',
    ],
  },
  {
    key: 'onelogin',
    name: 'OneLogin',
    steps: [
      'single_sign_on.onelogin_1',
      'single_sign_on.onelogin_2',
      'single_sign_on.onelogin_3',
      'single_sign_on.onelogin_4',
      'single_sign_on.onelogin_5',
    ],
  },
  {
    key: 'keycloak',
    name: 'Keycloak',
    steps: [
      'single_sign_on.keycloak_1',
      'single_sign_on.keycloak_2',
      'single_sign_on.keycloak_3',
      'single_sign_on.keycloak_4',
      'single_sign_on.keycloak_5',
    ],
  },
  {
    key: 'adfs',
    name: 'AD FS',
    steps: [
      'single_sign_on.adfs_1',
      'single_sign_on.adfs_2',
      'single_sign_on.adfs_3',
      'single_sign_on.adfs_4',
      'single_sign_on.adfs_5',
    ],
  },
]

/** Steps for the product that was chosen, and a way to each other one. */
export function presetView(chosen: unknown, { t }: DashboardPhrasebook) {
  const current = PRESETS.find(({ key }) => key === chosen) ?? PRESETS[0]
  const all = PRESETS.map(({ key, name }) => ({
    name: name ?? t('single_sign_on.preset_any'),
    path: `${HOME}/provider?preset=${key}`,
    isCurrent: key === current.key,
  }))
  return { all, steps: current.steps.map((step) => t(step)) }
}
