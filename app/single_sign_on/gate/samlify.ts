import { samlify } from './libraries.js'

const { Constants, IdentityProvider, SamlLib, ServiceProvider } = samlify

export { SamlLib }

const BINDINGS = Constants.namespace.binding

export const REDIRECT = BINDINGS.redirect
export const POST = BINDINGS.post

/** A provider that signs with this one certificate, for the library's own verdict. */
export function signer(entityId: string, certificate: string) {
  return IdentityProvider({
    entityID: entityId,
    signingCert: certificate,
    singleSignOnService: [{ Binding: BINDINGS.redirect, Location: entityId }],
    singleLogoutService: [{ Binding: BINDINGS.redirect, Location: entityId }],
  })
}

/** Ourselves, as far as decryption goes. */
export function reader(entityId: string, privateKey: string) {
  return ServiceProvider({
    entityID: entityId,
    encPrivateKey: privateKey,
    assertionConsumerService: [{ Binding: BINDINGS.post, Location: entityId }],
  })
}
