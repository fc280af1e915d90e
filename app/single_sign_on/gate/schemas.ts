import { readFileSync } from 'node:fs'
import {
  ParseOption,
  XmlDocument,
  xmlRegisterInputProvider,
  XsdValidator,
  XmlBufferInputProvider,
} from 'libxml2-wasm'
import { Rejection } from './rejection.js'

const FOLDER = new URL('../../../resources/schemas/saml/', import.meta.url)
const SCHEME = 'saml-schema://here/'
const FILES = [
  'saml-schema-protocol-2.0.xsd',
  'saml-schema-assertion-2.0.xsd',
  'saml-schema-metadata-2.0.xsd',
  'xmldsig-core-schema.xsd',
  'xenc-schema.xsd',
  'xenc-schema-11.xsd',
  'messages.xsd',
  'xml.xsd',
]

const schemas = new Map<string, Uint8Array>(
  FILES.map((name) => [SCHEME + name, readFileSync(new URL(name, FOLDER))])
)

// nothing else can be opened: neither a file nor an address that a message names
xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(schemas)))

const validators = {
  protocol: validator('messages.xsd'),
  metadata: validator('saml-schema-metadata-2.0.xsd'),
}

/** @throws Rejection for what OASIS's schemas do not allow */
export function assertValid(xml: string, schema: keyof typeof validators): void {
  try {
    using document = XmlDocument.fromString(xml, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    })
    validators[schema].validate(document)
  } catch (error) {
    throw new Rejection('schema', 'E_SCHEMA', { received: (error as Error).message })
  }
}

function validator(name: string): XsdValidator {
  const url = SCHEME + name
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(schemas.get(url)!, { url }))
}
