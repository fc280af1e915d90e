/** What a message is measured by. Plain data: it goes to a thread. */
export interface GateSettings {
  /** Ours: the audience that an assertion has to name. */
  entityId: string
  /** Where responses come in, as our metadata say. */
  acsUrl: string
  /** Where messages of log-out come in. */
  sloUrl: string
  provider: {
    entityId: string
    /** In use: base64 of DER, each tried in turn. */
    certificates: readonly string[]
  }
  /** Our own, PEM: the current one first. */
  decryptionKeys: readonly string[]
  /** How far the provider's clock may differ. */
  skewMs: number
  /** Whether responses are taken that nobody here asked for. */
  allowsUnsolicited: boolean
  /** Whether message and assertion both have to be signed. */
  wantsBothSigned: boolean
  /** Whether an assertion has to be encrypted. */
  wantsEncryption: boolean
}
