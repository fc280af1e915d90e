import { ParseOption, XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm'
import { attribute, children, NAMESPACES, onlyChild } from './xml.js'
import type { XmlElement as Element } from './libraries.js'

const EXCLUSIVE = XmlC14NMode.XML_C14N_EXCLUSIVE_1_0

/**
 * What a signature is over, canonicalised by libxml2, which takes a few milliseconds whatever the message holds. Each throws for what has no canonical
 * form, such as relative addresses of namespaces (canonical XML, 1.3).
 */
export class SignedPart implements Disposable {
  private constructor(
    private readonly document: XmlDocument,
    private readonly parent: XmlElement,
    private readonly own: XmlElement,
    private readonly signature: Element
  ) {}

  /**
   * @param signature  of the same text, where `shapeOf` has allowed it
   * @returns null where libxml2 does not find it in the same place
   */
  static find(xml: string, signature: Element): SignedPart | null {
    const document = XmlDocument.fromString(xml, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    })
    const parent = parentIn(document, signature)
    const own = parent && only(parent, 'signature', 'Signature')
    if (own) return new SignedPart(document, parent, own, signature)
    document.dispose()
    return null
  }

  /** Over this the signature's value was made. */
  info(): string | undefined {
    return only(this.own, 'signature', 'SignedInfo')?.canonicalizeToString({ mode: EXCLUSIVE })
  }

  /** Over this the digest was made: the signature's parent without the signature. To be asked for last. */
  content(): string {
    this.own.remove()
    const isRoot = this.parent.isSameNode(this.document.root)
    const whole = isRoot ? this.document : this.parent
    return whole.canonicalizeToString(optionsOf(this.signature))
  }

  [Symbol.dispose](): void {
    this.document.dispose()
  }
}

/** The message itself, or its one assertion, by the id that the reference names. */
function parentIn(document: XmlDocument, signature: Element): XmlElement | null {
  const parent = signature.parentNode as Element
  const { root } = document
  const isMessage = parent.parentNode === signature.ownerDocument
  const found = isMessage ? root : only(root, 'assertion', 'Assertion')
  const isSame =
    found?.name === parent.localName &&
    found.namespaceUri === (parent.namespaceURI ?? '') &&
    found.attr('ID')?.value === attribute(parent, 'ID')
  return isSame ? found : null
}

function only(
  parent: XmlElement,
  namespace: 'assertion' | 'signature',
  name: string
): XmlElement | null {
  const found: XmlElement[] = []
  for (let node = parent.firstChild; node; node = node.next)
    if (
      node instanceof XmlElement &&
      node.name === name &&
      node.namespaceUri === NAMESPACES[namespace]
    )
      found.push(node)
  return found.length === 1 ? found[0] : null
}

/** Without a canonicalisation among the transforms it is the inclusive one (XML signature, 4.4.3.2). */
function optionsOf(signature: Element) {
  const info = onlyChild(signature, 'signature', 'SignedInfo')!
  const [reference] = children(info, 'signature', 'Reference')
  const transforms = children(
    onlyChild(reference, 'signature', 'Transforms')!,
    'signature',
    'Transform'
  )
  const exclusive = transforms.find(
    (transform) => attribute(transform, 'Algorithm') === NAMESPACES.exclusive
  )
  if (!exclusive) return { mode: XmlC14NMode.XML_C14N_1_0 }
  const list = attribute(onlyChild(exclusive, 'exclusive', 'InclusiveNamespaces'), 'PrefixList')
  const inclusiveNamespacePrefixes = (list ?? '').split(/\s+/).filter((prefix) => prefix !== '')
  return { mode: EXCLUSIVE, inclusiveNamespacePrefixes }
}
