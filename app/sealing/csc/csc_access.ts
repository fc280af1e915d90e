import type { Secret } from '@adonisjs/core/helpers'
import type { PublicHttp } from '#app/foundation/outbound/public_http'

/** What a provider gives once a person has logged in there. */
export interface CscTokens {
  accessToken: string
  /** For another access token, once that one has ended; without anybody. */
  refreshToken: string
}

/** Keeps the tokens of a log-in, which are replaced as they end. */
export interface TokenKeeper {
  read(): Promise<CscTokens>
  /** A provider may take a refresh token once only, so of several who want to renew one may. @returns whether this one may, with what it read last */
  claim(): Promise<boolean>
  /** Ends the claim. */
  replace(tokens: CscTokens): Promise<void>
  /** Ends the claim, and nothing was replaced. */
  release(): Promise<void>
}

/** How to reach a provider that signs by the API of the Cloud Signature Consortium (CSC API 2.0.0.2). */
export interface CscAccess {
  /** Of its API, such as `https://provider.example/csc/v2`. */
  url: string
  /** Of its OAuth 2.0 server, whose `/oauth2/token` gives access tokens; that of the API unless `info` names another. */
  clientId: string
  clientSecret: Secret<string>
  /** Where a person has logged in for the client; without one it has access of its own. */
  keeper?: TokenKeeper
  http?: Pick<PublicHttp, 'request'>
}
