import type { Secret } from '@adonisjs/core/helpers'
import type Endpoint from './endpoint.js'

/** An endpoint as the API shows it; every field that leaves is named here. */
export const EndpointTransformer = {
  /** @param secret  at registration and rotation only */
  transform(
    { id, url, name, events, includeValues, status, createdAt }: Endpoint,
    secret?: Secret<string>
  ) {
    return {
      id,
      object: 'webhook',
      url,
      name,
      events,
      includeValues,
      status,
      ...(secret && { secret: secret.release() }),
      createdAt: createdAt.toISOString(),
    }
  },
}
