import { samlify, type LibraryProvider } from './gate/libraries.js'
import { POST, REDIRECT } from './gate/samlify.js'
import type Connection from './connection.js'
import type { Binding } from './connection.js'

const { Constants, IdentityProvider, ServiceProvider } = samlify
const { emailAddress } = Constants.namespace.format

/** How a browser carries a message to the provider: it is sent there, or sends a form. */
export type Outgoing =
  | { id: string; kind: 'redirect'; url: string }
  | { id: string; kind: 'form'; url: string; fields: Record<string, string> }

/** What a provider needs to know of us: XML, valid by the schema. @returns also the next key's certificate, so that providers know it in time */
export async function ownMetadata(connection: Connection): Promise<string> {
  return (await ourselves(connection)).getMetadata()
}

/** Asks the provider who is there. @param isFresh  whether they have to prove it anew. @param relayState  what the provider brings back */
export async function logInRequest(
  connection: Connection,
  { isFresh = false, relayState = '' } = {}
): Promise<Outgoing> {
  const { ssoUrl, ssoBinding } = connection
  const provider = providerOf(connection, { sso: ssoUrl })
  const request = (await ourselves(connection)).createLoginRequest(provider, ssoBinding, {
    ...(isFresh && { forceAuthn: true }),
    ...(relayState !== '' && { relayState }),
  })
  const message = outgoing(request, ssoBinding, ssoUrl, 'SAMLRequest')
  if (message.kind === 'form' && relayState !== '') message.fields.RelayState = relayState
  return message
}

/** Tells the provider that a person logged out here. */
export async function logOutRequest(
  connection: Connection,
  who: { nameId: string; nameFormat: string | null; sessionIndex: string | null }
): Promise<Outgoing | null> {
  const { sloUrl, sloBinding } = connection
  if (sloUrl === null) return null
  const us = await ourselves(connection, who.nameFormat ?? emailAddress)
  const user = {
    logoutNameID: who.nameId,
    ...(who.sessionIndex !== null && { sessionIndex: who.sessionIndex }),
  }
  const request = us.createLogoutRequest(
    providerOf(connection, { slo: sloUrl }),
    sloBinding,
    user,
    {}
  )
  return outgoing(request, sloBinding, sloUrl, 'SAMLRequest')
}

/** Answers the provider that a person is logged out here. */
export async function logOutResponse(
  connection: Connection,
  request: { id: string; relayState: string | null }
): Promise<Outgoing | null> {
  const { sloUrl, sloResponseUrl, sloBinding } = connection
  const url = sloResponseUrl ?? sloUrl
  if (url === null) return null
  const relayState = request.relayState ?? ''
  const response = (await ourselves(connection)).createLogoutResponse(
    providerOf(connection, { slo: url }),
    { extract: { request: { id: request.id } } },
    sloBinding,
    { relayState }
  )
  const message = outgoing(response, sloBinding, url, 'SAMLResponse')
  if (message.kind === 'form' && relayState !== '') message.fields.RelayState = relayState
  return message
}

function outgoing(
  { id, context }: { id: string; context: string },
  binding: Binding,
  url: string,
  field: string
): Outgoing {
  if (binding === 'redirect') return { id, kind: 'redirect', url: context }
  return { id, kind: 'form', url, fields: { [field]: context } }
}

async function ourselves(
  connection: Connection,
  nameIdFormat = emailAddress
): Promise<LibraryProvider> {
  const { entityId, acs, slo } = connection.addresses
  const shown = connection.keys.filter(({ role }) => role !== 'retired')
  const [current] = shown
  const privateKey = await current.reveal()
  return ServiceProvider({
    entityID: entityId,
    authnRequestsSigned: true,
    wantAssertionsSigned: true,
    signingCert: shown.map(({ certificate }) => certificate),
    encryptCert: current.certificate,
    privateKey,
    encPrivateKey: privateKey,
    nameIDFormat: [nameIdFormat],
    assertionConsumerService: [{ Binding: POST, Location: acs, isDefault: true }],
    singleLogoutService: [
      { Binding: REDIRECT, Location: slo },
      { Binding: POST, Location: slo },
    ],
    // the library's own order is not that of the schema
    elementsOrder: Constants.elementsOrder.shibboleth,
  })
}

/** Of settings that we have read ourselves: its XML is never given to the library. */
function providerOf(
  { provider, certificates }: Connection,
  { sso = provider, slo = provider }: { sso?: string; slo?: string }
) {
  const both = (Location: string) => [
    { Binding: REDIRECT, Location },
    { Binding: POST, Location },
  ]
  return IdentityProvider({
    entityID: provider,
    signingCert: certificates.map(({ certificate }) => certificate),
    wantAuthnRequestsSigned: true,
    singleSignOnService: both(sso),
    singleLogoutService: both(slo),
    // it is they who decide whether we sign
    wantLogoutRequestSigned: true,
    wantLogoutResponseSigned: true,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  })
}
