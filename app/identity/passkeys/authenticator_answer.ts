import PasskeyRefused from '../errors/passkey_refused.js'

const MAX_CHARACTERS = 16_384
const MAX_ID = 1_400
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** What a browser sends of an authenticator's answer: a credential in JSON (WebAuthn Level 3, 5.1). Read, and not believed yet. */
export class AuthenticatorAnswer {
  private constructor(
    readonly json: Record<string, unknown>,
    /** Of the credential, base64url. */
    readonly credentialId: string,
    /** What was signed, as the browser says. */
    readonly challenge: string,
    /** Whose the authenticator says that it is; null where it does not. */
    readonly userHandle: string | null
  ) {}

  /** @throws PasskeyRefused */
  static read(sent: unknown): AuthenticatorAnswer {
    if (typeof sent !== 'string' || sent.length > MAX_CHARACTERS)
      throw new PasskeyRefused('unreadable')
    const json = objectIn(sent)
    const response = json.response as Record<string, unknown> | null | undefined
    const { clientDataJSON, userHandle } = response ?? {}
    const { id } = json
    if (typeof id !== 'string' || id.length > MAX_ID || !BASE64URL.test(id))
      throw new PasskeyRefused('unreadable')
    const { challenge } = objectIn(textIn(clientDataJSON))
    if (typeof challenge !== 'string') throw new PasskeyRefused('unreadable')
    const handle = typeof userHandle === 'string' && userHandle !== '' ? textIn(userHandle) : null
    return new AuthenticatorAnswer(json, id, challenge, handle)
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (cause) {
    throw new PasskeyRefused('unreadable', { cause })
  }
  throw new PasskeyRefused('unreadable')
}

function textIn(base64url: unknown): string {
  if (typeof base64url !== 'string') throw new PasskeyRefused('unreadable')
  return Buffer.from(base64url, 'base64url').toString()
}
