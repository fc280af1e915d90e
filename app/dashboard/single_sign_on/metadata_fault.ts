import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { adviceOn } from '#app/single_sign_on/advice'
import type MetadataRefused from '#app/single_sign_on/errors/metadata_refused'

/** Why metadata or certificates of a provider cannot be used, for the form that they came by. */
export function metadataFault(phrases: DashboardPhrasebook, { details }: MetadataRefused): string {
  const { t } = phrases
  const { expected, received } = details
  return [
    t('single_sign_on.metadata_refused', { advice: adviceOn(details, phrases) }),
    expected && t('single_sign_on.metadata_expected', { value: expected }),
    received && t('single_sign_on.metadata_found', { value: received }),
  ]
    .filter(Boolean)
    .join(' ')
}
