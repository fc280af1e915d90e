import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Secret } from '@adonisjs/core/helpers'
import { openEnvelope, sealEnvelope } from '#app/foundation/keys/envelope'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { keyRing } from '#app/tenancy/keys'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const PURPOSE = 'webhook-secret'
const KNOWN_KEYS = 1_000
const KEY_KNOWN_MS = 60_000

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

/** Deriving costs more than what the key is used for; a root that is erased is forgotten within a minute. */
const keys = new LRUCache<string, Promise<Buffer>>({ max: KNOWN_KEYS, ttl: KEY_KNOWN_MS })

function key(): Promise<Buffer> {
  const { tenant, environment } = CurrentTenant.get()
  const name = `${tenant.id}/${environment}`
  const known = keys.get(name) ?? keyRing.derive(tenant.id, PURPOSE, environment)
  keys.set(name, known, { noUpdateTTL: true })
  known.catch(() => keys.delete(name))
  return known
}

function belonging(endpointId: string): string {
  return `${CurrentTenant.get().tenant.id}|${endpointId}`
}
