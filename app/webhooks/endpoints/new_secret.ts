import type { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { unit } from '#app/tenancy/current_tenant'
import type Endpoint from './endpoint.js'
import { EndpointSecret } from './endpoint_secret.js'
import { noteInTrail } from './endpoint_trail.js'
import { refuseValues, type Giving } from './endpoint_values.js'
import { secretsInUse } from './secret_rotation.js'

interface Replacing extends Giving {
  /** After a leak: the old one signs nothing more. */
  immediate?: boolean
  /** What else belongs into the unit. */
  within?: (endpoint: Endpoint, secret: Secret<string>) => Promise<void>
}

/** An endpoint gets another secret, beside the old one until its receiver knows it. */
export const NewSecret = {
  /**
   * It signs beside the old one until it is activated, or for 24 hours; after a leak it takes over at once.
   *
   * @returns the new secret, which is not to be had again
   * @throws InsufficientScope
   */
  async give(
    endpoint: Endpoint,
    { immediate = false, by, within, assertMayReadValues = refuseValues }: Replacing = {}
  ): Promise<Secret<string>> {
    const secret = EndpointSecret.generate()
    const sealed = await EndpointSecret.seal(endpoint.id, secret)
    await unit(async () => {
      await endpoint.change((locked) => {
        if (locked.includeValues) assertMayReadValues()
        const [active] = secretsInUse(locked, clock.now())
        return immediate
          ? { secret: sealed, pendingSecret: null, pendingSince: null }
          : { secret: active, pendingSecret: sealed, pendingSince: clock.now() }
      })
      await noteInTrail('webhook.secret_replaced', endpoint, { by }, { immediate })
      await within?.(endpoint, secret)
    })
    return secret
  },

  /** From now on the new secret signs alone. Without one nothing changes, and nothing is written down. @throws InsufficientScope */
  async activate(
    endpoint: Endpoint,
    { by, assertMayReadValues = refuseValues }: Giving = {}
  ): Promise<void> {
    await unit(async () => {
      let isPending = false
      await endpoint.change(({ secret, pendingSecret, includeValues }) => {
        if (includeValues) assertMayReadValues()
        isPending = pendingSecret !== null
        return { secret: pendingSecret ?? secret, pendingSecret: null, pendingSince: null }
      })
      if (isPending) await noteInTrail('webhook.secret_activated', endpoint, { by })
    })
  },
}
