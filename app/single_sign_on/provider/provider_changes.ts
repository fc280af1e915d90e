import { fingerprintOf } from './provider_certificates.js'
import type Connection from '../connection.js'
import type { ProviderMetadata } from '../gate/provider_metadata.js'

/** One line of what would become of the provider: `before` is null where there was none. */
export interface ProviderChange {
  label: string
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
  const line = (label: string, before: string | null | undefined, after: string | null) => ({
    ...{ label, before: before ?? null, after },
  })
  return [
    line('Entity ID', connection?.provider, metadata.entityId),
    line('Log-in address', connection?.ssoUrl, metadata.ssoUrl),
    line('Log-in binding', connection?.ssoBinding, metadata.ssoBinding),
    line('Log-out address', connection?.sloUrl, metadata.sloUrl),
    line('Log-out answers', connection?.sloResponseUrl, metadata.sloResponseUrl),
    ...(metadata.sloUrl === null
      ? []
      : [line('Log-out binding', connection?.sloBinding, metadata.sloBinding)]),
  ].filter(({ before, after }) => before !== after)
}

function certificate(before: string | null, after: string | null): ProviderChange {
  return { label: 'Certificate (SHA-256)', before, after }
}
