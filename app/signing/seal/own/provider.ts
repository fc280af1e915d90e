import { Secret } from '@adonisjs/core/helpers'
import { CscCredential } from '#app/sealing/csc/csc_credential'
import { CscHttp } from '#app/sealing/csc/csc_http'
import type { CscTokens, TokenKeeper } from '#app/sealing/csc/csc_access'

/** How to reach a provider that signs by the CSC API. */
export interface ProviderConnection {
  url: string
  clientId: string
  clientSecret: string
  /** Whose keys it lists; null for a client that is one customer. */
  userId: string | null
  /** Where a person has logged in for the client; missing where it has access of its own. */
  tokens?: CscTokens
}

/** The same, and which of its keys is meant. */
export interface ProviderAccess extends ProviderConnection {
  credentialId: string
  pin: string | null
  /** What the provider calls it, once its certificate was asked for. */
  pinId?: string
}

/** @param keeper  of the tokens; without one those of the connection are replaced as they end */
export function providerAt(
  connection: ProviderConnection,
  keeper: TokenKeeper = keeperIn(connection)
): CscHttp {
  const { url, clientId, clientSecret, tokens } = connection
  const client = { url, clientId, clientSecret: new Secret(clientSecret) }
  return new CscHttp({ ...client, ...(tokens && { keeper }) })
}

export function credentialAt(access: ProviderAccess, keeper?: TokenKeeper): CscCredential {
  const { credentialId, pin, pinId } = access
  return new CscCredential(providerAt(access, keeper), {
    credentialId,
    pin: pin === null ? null : new Secret(pin),
    pinId,
  })
}

/** Nobody else has it. */
function keeperIn(connection: ProviderConnection): TokenKeeper {
  return {
    read: async () => connection.tokens!,
    claim: async () => true,
    replace: async (tokens) => {
      connection.tokens = tokens
    },
    release: async () => undefined,
  }
}

export function providerHost({ url }: ProviderConnection): string {
  return new URL(url).host
}
