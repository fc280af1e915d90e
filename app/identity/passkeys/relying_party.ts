/** Where a passkey is made or used, as browsers and authenticators know it (WebAuthn Level 3, 4, “relying party”). */
export interface RelyingParty {
  /** The host of the tenant, without a port: the RP ID. */
  host: string
  /** `https://host`, with a port that is not the usual one: what the browser says that it asked for. */
  origin: string
}
