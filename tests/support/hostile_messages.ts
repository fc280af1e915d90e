import type { ResponseTerms } from './identity_provider.js'

type Terms = Partial<ResponseTerms>

/** What one message costs to refuse depends on how far it comes: these were signed before they were filled, or need no key. */
export type HostileMessages = Record<string, string>

interface Stage {
  /** Ours, which everybody can fetch. */
  encryptFor: string
  respond: (terms: Terms) => string
  /** Bytes of XML that a message may have. */
  bytes: number
  elements: number
}

/**
 * Messages of strangers, of members who have a genuine assertion, and of a tenant's own provider, each as large as the bounds allow.
 */
export function hostileMessages({ encryptFor, respond, bytes, elements }: Stage): HostileMessages {
  const room = bytes - 8_000
  const spare = elements - 80
  const fillings: Record<string, string> = {
    'elements': fill(room, spare, () => '<b></b>'),
    'attributes': fill(room, spare, (n) => `<b ${attributes(2, `="${n}"`)}></b>`),
    'attributes of few': `${fill(room, 110, (n) => `<b ${attributes(31, `="${n}"`)}></b>`)}${fill(room / 4, spare - 110, () => '<b></b>')}`,
    'references': `<b>${'&amp;'.repeat(room / 5)}</b>`,
    'namespaces in scope': scoped(room, spare),
    'namespaces in use': inUse(room, spare),
    'namespaces declared': fill(room, spare, (n) => `<k:b xmlns:k="urn:${n}" k:a=""></k:b>`),
    'a long namespace': `<b xmlns:k="urn:${'k'.repeat(280)}">${fill(room / 2, spare - 1, () => '<k:b k:a=""></k:b>')}</b>`,
    'text': `<b>${'a'.repeat(room)}</b>`,
  }
  const messages: Record<string, Terms> = {}
  for (const [name, filling] of Object.entries(fillings)) {
    const filled = within(filling)
    messages[`${name}, unsigned`] = { sign: 'none', changeAssertion: filled }
    messages[`${name}, after the assertion was signed`] = { changeSigned: filled }
    messages[`${name}, after the message was signed`] = { sign: 'response', changeMessage: filled }
    messages[`${name}, signed twice by the provider`] = { sign: 'both', changeAssertion: filled }
    messages[`${name}, encrypted by a stranger`] = {
      encryptFor,
      sign: 'none',
      changeAssertion: within(filling.slice(0, filling.lastIndexOf('<b', (room * 3) / 4))),
    }
  }
  return Object.fromEntries(
    Object.entries({ ...messages, ...odd(room, spare, encryptFor) }).map(([name, terms]) => [
      name,
      respond(terms),
    ])
  )
}

function odd(room: number, spare: number, encryptFor: string): Record<string, Terms> {
  return {
    'faults of the schema': {
      changeSigned: before(
        '</saml:Assertion>',
        fill(room, spare, (n) => `<saml:No${n}/>`)
      ),
    },
    'attributes that the schema does not know': {
      changeSigned: before(
        '</saml:Assertion>',
        `<saml:AttributeStatement>${fill(room, spare, (n) => `<saml:Attribute N="${n}"/>`)}</saml:AttributeStatement>`
      ),
    },
    'certificates': {
      changeSigned: before(
        '</ds:KeyInfo>',
        `<ds:X509Data>${fill(room, spare, () => `<ds:X509Certificate>${encryptFor}</ds:X509Certificate>`)}</ds:X509Data>`
      ),
    },
    'elements in a transform': {
      changeSigned: before(
        '</ds:Transform>',
        `<k:b xmlns:k="urn:k">${fill(room, spare, () => '<k:b/>')}</k:b>`
      ),
    },
    'prefixes of a canonicalisation': {
      changeSigned: before(
        '</ds:Transform><ds:Transform',
        `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${fill(200, 1e6, (n) => `p${n % 10} `)}"/>`
      ),
      changeMessage: within(fill(room, spare, () => '<b/>')),
    },
    'encrypted elements': {
      ...{ encryptFor, sign: 'none' },
      changeSigned: within(fill((room * 3) / 4, 1e6, () => '<b/>')),
    },
    'encrypted depth': {
      ...{ encryptFor, sign: 'none' },
      changeSigned: within('<b>'.repeat(room / 10) + '</b>'.repeat(room / 10)),
    },
  }
}

/** Where the schema takes anything. */
function within(content: string): (xml: string) => string {
  return before(
    '</saml:Assertion>',
    `<saml:AttributeStatement><saml:Attribute Name="a"><saml:AttributeValue>${content}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`
  )
}

function before(end: string, content: string): (xml: string) => string {
  return (xml) => xml.replace(end, () => content + end)
}

function scoped(room: number, spare: number): string {
  const deep = 22
  const open = range(deep).map(
    (n) =>
      `<b ${range(30)
        .map((m) => `xmlns:n${two(n)}${two(m)}="urn:x" `)
        .join('')}>`
  )
  const inner = fill(
    room - open.join('').length,
    spare - deep,
    (n) => `<k:b xmlns:k="urn:${n}"></k:b>`
  )
  return open.join('').replaceAll(' >', '>') + inner + '</b>'.repeat(deep)
}

function inUse(room: number, spare: number): string {
  const bindings = range(30).map((m) => ` xmlns:n${two(m)}="urn:${two(m)}"`)
  const inner = fill(
    room - 600,
    spare - 1,
    (n) => `<n${two(n % 30)}:b n${two((n + 1) % 30)}:a=""></n${two(n % 30)}:b>`
  )
  return `<b${bindings.join('')}>${inner}</b>`
}

function attributes(count: number, value: string): string {
  return range(count)
    .map((n) => `a${two(n)}${value}`)
    .join(' ')
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

/** As many as fit. */
function fill(room: number, most: number, piece: (n: number) => string): string {
  const pieces: string[] = []
  let length = 0
  for (let n = 0; n < most; n += 1) {
    const next = piece(n)
    if (length + next.length > room) break
    pieces.push(next)
    length += next.length
  }
  return pieces.join('')
}
