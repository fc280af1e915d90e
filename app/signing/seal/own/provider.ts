import { Secret } from '@adonisjs/core/helpers'
import { CscCredential } from '#app/sealing/csc/csc_credential'
import { CscHttp } from '#app/sealing/csc/csc_http'

/** How to reach a provider that signs by the CSC API. */
export interface ProviderConnection {
  url: string
  clientId: string
  clientSecret: string
  /** Whose keys it lists; null for a client that is one customer. */
  userId: string | null
}

/** The same, and which of its keys is meant. */
export interface ProviderAccess extends ProviderConnection {
  credentialId: string
  pin: string | null
}

export function providerAt({ url, clientId, clientSecret }: ProviderConnection): CscHttp {
  return new CscHttp({ url, clientId, clientSecret: new Secret(clientSecret) })
}

export function credentialAt(access: ProviderAccess): CscCredential {
  const { credentialId, pin } = access
  return new CscCredential(providerAt(access), {
    credentialId,
    pin: pin === null ? null : new Secret(pin),
  })
}

export function providerHost({ url }: ProviderConnection): string {
  return new URL(url).host
}
