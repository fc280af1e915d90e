import { DOMParser, type XmlElement } from './libraries.js'
import { assertPlain } from './markup.js'
import { must, Rejection } from './rejection.js'
import type { Check } from './check.js'

export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
} as const

export type Namespace = keyof typeof NAMESPACES

const ELEMENT = 1

/** @returns the root. @throws Rejection for markup that may not be there, for too much of it, and for every fault that a parser would mend */
export function parsed(xml: string): XmlElement {
  assertPlain(xml)
  const refuse = (message: string) => {
    throw new Rejection('xml', 'E_XML', { received: message.split('\n')[0] })
  }
  const parser = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  })
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement
  must(root, 'xml', 'E_XML')
  return root
}

export function is(element: XmlElement, namespace: Namespace, name: string): boolean {
  return element.namespaceURI === NAMESPACES[namespace] && element.localName === name
}

export function childrenOf(parent: XmlElement): XmlElement[] {
  return Array.from(parent.childNodes).filter(
    (node): node is XmlElement => node.nodeType === ELEMENT
  )
}

export function children(parent: XmlElement, namespace: Namespace, name: string): XmlElement[] {
  return childrenOf(parent).filter((child) => is(child, namespace, name))
}

/** @returns undefined where there is none. @throws Rejection for a second one */
export function onlyChild(
  parent: XmlElement,
  namespace: Namespace,
  name: string,
  check: Check = 'shape'
): XmlElement | undefined {
  const found = children(parent, namespace, name)
  must(found.length <= 1, check, 'E_DUPLICATE', { received: `${found.length} × ${name}` })
  return found[0]
}

/** The element itself, and all below it. Depth is bounded by `assertPlain`. */
export function within(element: XmlElement): XmlElement[] {
  return [element, ...childrenOf(element).flatMap(within)]
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.hasAttribute(name) ? element.getAttribute(name) : null
}

export function textOf(element: XmlElement | undefined): string | null {
  return element?.textContent ?? null
}
