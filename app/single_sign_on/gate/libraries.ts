import { createRequire } from 'node:module'

/** The libraries' own types bring those of browsers along, which contradict Node's. These are the parts that we use. */
const require = createRequire(import.meta.url)

export interface XmlNode {
  readonly nodeType: number
  readonly parentNode: XmlNode | null
  readonly childNodes: ArrayLike<XmlNode>
  readonly textContent: string | null
}

export interface XmlElement extends XmlNode {
  readonly localName: string
  readonly namespaceURI: string | null
  readonly ownerDocument: unknown
  hasAttribute(name: string): boolean
  getAttribute(name: string): string
}

interface Parser {
  parseFromString(xml: string, type: string): { documentElement?: XmlElement | null } | undefined
}

type OnFault = (message: string) => never

export interface LibraryEntity {
  entityMeta: unknown
}

interface Request {
  id: string
  context: string
  entityEndpoint?: string
}

export interface LibraryProvider extends LibraryEntity {
  getMetadata(): string
  createLoginRequest(
    provider: LibraryEntity,
    binding: string,
    options: { relayState?: string; forceAuthn?: boolean }
  ): Request
  createLogoutRequest(
    target: LibraryEntity,
    binding: string,
    user: { logoutNameID: string; sessionIndex?: string },
    options: { relayState?: string }
  ): Request
  createLogoutResponse(
    target: LibraryEntity,
    requestInfo: { extract: { request: { id: string } } },
    binding: string,
    options: { relayState?: string }
  ): Request
}

interface Samlify {
  Constants: {
    namespace: {
      binding: { redirect: string; post: string }
      format: { emailAddress: string; unspecified: string; persistent: string }
    }
    elementsOrder: { shibboleth: string[] }
  }
  IdentityProvider(settings: Record<string, unknown>): LibraryEntity
  ServiceProvider(settings: Record<string, unknown>): LibraryProvider
}

export const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: {
    errorHandler: Record<'warning' | 'error' | 'fatalError', OnFault>
  }) => Parser
}

export const samlify = require('samlify') as Samlify
