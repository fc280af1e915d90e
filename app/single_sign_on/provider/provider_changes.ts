import type { DashboardKey } from '#app/foundation/phrases/dashboard_phrasebook'
import { fingerprintOf } from './provider_certificates.js'
import type Connection from '../connection.js'
import type { ProviderMetadata } from '../gate/provider_metadata.js'

/** One line of what would become of the provider: `before` is null where there was none. */
export interface ProviderChange {
  label: DashboardKey
  before: string | null
  after: string | null
}

/** What metadata would change, for an administrator to look at before they are taken. Empty where they change nothing. */
export function changesBy(
  metadata: ProviderMetadata,
  connection: Connection | null
): ProviderChange[] {
  const now = connection?.certificates.map(({ sha256 }) => sha256) ?? []
  const then = metadata.certificates.map(fingerprintOf)
  const lines: ProviderChange[] = [
    ...addressChanges(metadata, connection),
    ...then.filter((one) => !now.includes(one)).map((one) => certificate(null, one)),
    ...now.filter((one) => !then.includes(one)).map((one) => certificate(one, null)),
  ]
  return lines.filter(({ before, after }) => before !== after)
}

/** Of everything but certificates: what no refresh takes by itself. */
export function addressChanges(
  metadata: ProviderMetadata,
  connection: Connection | null
): ProviderChange[] {
  const line = (label: DashboardKey, before: string | null | undefined, after: string | null) => ({
    ...{ label, before: before ?? null, after },
  })
  return [
    line('single_sign_on.change_entity_id', connection?.provider, metadata.entityId),
    line('single_sign_on.change_log_in_address', connection?.ssoUrl, metadata.ssoUrl),
    line('single_sign_on.change_log_in_binding', connection?.ssoBinding, metadata.ssoBinding),
    line('single_sign_on.change_log_out_address', connection?.sloUrl, metadata.sloUrl),
    line(
      'single_sign_on.change_log_out_answers',
      connection?.sloResponseUrl,
      metadata.sloResponseUrl
    ),
    ...(metadata.sloUrl === null
      ? []
      : [
          line(
            'single_sign_on.change_log_out_binding',
            connection?.sloBinding,
            metadata.sloBinding
          ),
        ]),
  ].filter(({ before, after }) => before !== after)
}

function certificate(before: string | null, after: string | null): ProviderChange {
  return { label: 'single_sign_on.change_certificate', before, after }
}
