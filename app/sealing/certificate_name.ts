import { Name, type JsonNameParams } from '@peculiar/x509'

/** ITU-T X.520: no name part is longer. */
export const MAX_NAME_LENGTH = 64
const TEST = 'TEST - NOT VALID'

interface Subject {
  commonName: string
  organization?: string
  unit?: string
  isTest: boolean
}

/** The name in a certificate of ours. */
export function certificateName({ commonName, organization, unit, isTest }: Subject): Name {
  // values as objects: plain strings are searched for quotation marks and escapes
  const parts: JsonNameParams = []
  if (organization) parts.push({ O: [{ utf8String: shorten(organization) }] })
  if (isTest) parts.push({ OU: [{ utf8String: TEST }] })
  if (unit) parts.push({ OU: [{ utf8String: shorten(unit) }] })
  parts.push({ CN: [{ utf8String: shorten(commonName) }] })
  return new Name(parts)
}

/** Cut between characters, never within one. */
export function shorten(text: string, length = MAX_NAME_LENGTH): string {
  return [...text].slice(0, length).join('')
}
