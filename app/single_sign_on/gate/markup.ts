import { must } from './rejection.js'

const MAX_DEPTH = 32
/** 150 groups make some 330. */
const MAX_ELEMENTS = 1_500
const MAX_ATTRIBUTES = 32
/** With declarations of namespaces: 1,000 values that each say their type have 3,000. */
const MAX_ATTRIBUTES_IN_ALL = 4_000

/** Canonical text may repeat the address of a namespace at every element that uses it. */
const MAX_NAMESPACE = 300
const NAMESPACE = /\sxmlns(?=[:=\s])/

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.0\1(?:\s+encoding\s*=\s*(["'])(?:utf-?8|us-ascii)\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*$/i

const SPACE = /^[\t\n\r ]*$/

/**
 * Looks over the text before a parser does, in one pass. A DTD, a comment, a CDATA section and a processing instruction are what parsers and
 * canonicalisation see differently, and no provider needs them in a message.
 *
 * @throws Rejection for these, and for what is too deep or too large
 */
export function assertPlain(xml: string): void {
  let at = afterDeclaration(xml)
  let depth = 0
  let elements = 0
  let attributesInAll = 0
  must(SPACE.test(xml.slice(at, startOfTag(xml, at))), 'xml', 'E_XML')
  for (at = startOfTag(xml, at); at < xml.length; at = startOfTag(xml, at)) {
    assertElement(xml, at)
    const { end, attributes, isEmpty } = tagAt(xml, at)
    attributesInAll += attributes
    must(
      attributes <= MAX_ATTRIBUTES && attributesInAll <= MAX_ATTRIBUTES_IN_ALL,
      'size',
      'E_ATTRIBUTES',
      { expected: `at most ${MAX_ATTRIBUTES} of an element, ${MAX_ATTRIBUTES_IN_ALL} in all` }
    )
    if (xml[at + 1] === '/') depth -= 1
    else {
      elements += 1
      if (!isEmpty) depth += 1
    }
    must(depth <= MAX_DEPTH, 'size', 'E_DEPTH', { expected: `at most ${MAX_DEPTH}` })
    must(elements <= MAX_ELEMENTS, 'size', 'E_NODES', {
      expected: `at most ${MAX_ELEMENTS} elements`,
    })
    at = end
  }
}

function afterDeclaration(xml: string): number {
  if (!xml.startsWith('<?xml')) return 0
  const end = xml.indexOf('?>')
  must(end !== -1 && DECLARATION.test(xml.slice(0, end)), 'markup', 'E_DECLARATION')
  return end + 2
}

function startOfTag(xml: string, from: number): number {
  const at = xml.indexOf('<', from)
  return at === -1 ? xml.length : at
}

function assertElement(xml: string, at: number): void {
  must(xml[at + 1] !== '?', 'markup', 'E_PI')
  must(!xml.startsWith('<!--', at), 'markup', 'E_COMMENT')
  must(!xml.startsWith('<![', at), 'markup', 'E_CDATA')
  must(xml[at + 1] !== '!', 'markup', 'E_DTD')
}

/** Where a tag ends: a `>` within a value does not end it, and a `<` may not stand there. */
function tagAt(xml: string, start: number): { end: number; attributes: number; isEmpty: boolean } {
  let attributes = 0
  let from = start
  for (let at = start + 1; at < xml.length; at += 1) {
    const character = xml[at]
    if (character === '>') return { end: at + 1, attributes, isEmpty: xml[at - 1] === '/' }
    must(character !== '<', 'xml', 'E_XML')
    if (character !== '"' && character !== "'") continue
    const close = xml.indexOf(character, at + 1)
    must(close !== -1, 'xml', 'E_XML')
    const isShort = close - at <= MAX_NAMESPACE || !NAMESPACE.test(xml.slice(from, at))
    must(isShort, 'size', 'E_NAMESPACE', { expected: `at most ${MAX_NAMESPACE} characters` })
    attributes += 1
    at = from = close
  }
  must(false, 'xml', 'E_XML')
}
