/** Whether the browser knows passkeys, here: not on an address without encryption, and not in old ones. */
export function canUsePasskeys() {
  return 'PublicKeyCredential' in window && window.isSecureContext
}

/** Whether it shows them where it fills in an address. */
export async function canOfferPasskeys() {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/**
 * Makes a passkey.
 *
 * @param {any} options  as the server writes them, in JSON (WebAuthn Level 3, 5.4)
 * @returns the answer, in JSON
 */
export async function made(options) {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(withBytes),
  }
  const credential = /** @type {any} */ (await navigator.credentials.create({ publicKey }))
  const { response } = credential
  return answer(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

/**
 * Uses a passkey.
 *
 * @param {any} options  as the server writes them, in JSON (WebAuthn Level 3, 5.5)
 * @param {AbortSignal} [offered]  where the browser only shows them among what it fills in: withdraws them
 * @returns the answer, in JSON
 */
export async function used(options, offered) {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(withBytes),
  }
  const how = offered ? { mediation: /** @type {const} */ ('conditional'), signal: offered } : {}
  const credential = /** @type {any} */ (await navigator.credentials.get({ publicKey, ...how }))
  const { response } = credential
  return answer(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : null,
  })
}

/**
 * Written out, since what some password managers hand over has no `toJSON`.
 *
 * @param {any} credential
 * @param {object} response
 */
function answer({ id, type }, response) {
  return { id, rawId: id, type, response, clientExtensionResults: {} }
}

/** @param {{ id: string }} descriptor */
function withBytes(descriptor) {
  return { ...descriptor, id: bytesOf(descriptor.id) }
}

/** @param {string} base64url */
function bytesOf(base64url) {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
