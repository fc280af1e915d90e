import type { Secret } from '@adonisjs/core/helpers'
import type Endpoint from './endpoint.js'

/** An endpoint as the API shows it; every field that leaves is named here. */
export const EndpointTransformer = { transform }

function transform(endpoint: Endpoint): ReturnType<typeof shown<object>>
/** @param secret  at registration and rotation only */
function transform(
  endpoint: Endpoint,
  secret: Secret<string>
): ReturnType<typeof shown<{ secret: string }>>
function transform(endpoint: Endpoint, secret?: Secret<string>) {
  return shown(endpoint, secret ? { secret: secret.release() } : {})
}

function shown<More extends object>(
  { id, url, name, events, includeValues, status, createdAt }: Endpoint,
  more: More
) {
  return {
    id,
    object: 'webhook' as const,
    url,
    name,
    events,
    includeValues,
    status,
    ...more,
    createdAt: createdAt.toISOString(),
  }
}
