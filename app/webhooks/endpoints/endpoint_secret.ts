import { randomBytes, type KeyObject } from 'node:crypto'
import { Secret } from '@adonisjs/core/helpers'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const PURPOSE = 'webhook-secret'

/** What an endpoint's deliveries are signed with: shown once, needed in clear to sign, kept enveloped under the tenant's key. */
export const EndpointSecret = {
  generate(): Secret<string> {
    return new Secret(PREFIX + randomBytes(SECRET_BYTES).toString('base64'))
  },

  async seal(endpointId: string, secret: Secret<string>): Promise<Buffer> {
    return sealEnvelope(await key(), secret.release(), belonging(endpointId))
  },

  async open(endpointId: string, sealed: Uint8Array): Promise<Secret<string>> {
    return new Secret(openEnvelope(await key(), sealed, belonging(endpointId)).toString('utf8'))
  },
}

function key(): Promise<KeyObject> {
  const { tenant, environment } = CurrentTenant.get()
  return keyRing.derive(tenant.id, PURPOSE, environment)
}

function belonging(endpointId: string): string {
  return `${CurrentTenant.get().tenant.id}|${endpointId}`
}
