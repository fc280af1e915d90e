import Color from '#app/foundation/color'
import { isEmailAddress } from '#app/foundation/email_address'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { isLanguage, type Language } from '#app/foundation/phrases/languages'
import { readableInstead, type ColorKey } from './brand_contrast.js'
import { FACES } from './brand_faces.js'
import { RADII, type BrandKey, type BrandValues } from './brand_values.js'

/** What is wrong with a value, in a sentence, and what would do instead where we know. */
export interface BrandFault {
  key: BrandKey
  message: string
  offer?: string
}

type Rule<K extends BrandKey> = (
  value: NonNullable<BrandValues[K]>,
  all: BrandValues
) => Omit<BrandFault, 'key'> | string | null

const MAX = { name: 100, footer: 500, footerLines: 6, url: 500, hosts: 20 } as const
const MAX_CONSENT = { statement: 300, clauses: 20, title: 150, text: 3_000 } as const
const HOST =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const SHA256 = /^[0-9a-f]{64}$/

const RULES: { [K in BrandKey]: Rule<K> } = {
  name: (text) => faultOfLine(text, MAX.name),
  tenantsName: (text) => faultOfLine(text, MAX.name),
  logo: (sha256) => (SHA256.test(sha256) ? null : 'This is not one of the uploaded pictures.'),
  icon: (sha256) => (SHA256.test(sha256) ? null : 'This is not one of the uploaded pictures.'),
  color: (hex) => faultOfColor('color', hex),
  linkColor: (hex) => faultOfColor('linkColor', hex),
  radius: (radius) => (RADII.includes(radius) ? null : 'Choose one from the list.'),
  font: (font) => (Object.hasOwn(FACES, font) ? null : 'Choose one from the list.'),
  senderName: (text) =>
    /[@<>"]/.test(text)
      ? 'Use a name, not an address: no @, quotation marks or angle brackets.'
      : faultOfLine(text, MAX.name),
  mailFooter: faultOfFooter,
  supportEmail: (text) =>
    isEmailAddress(text) ? null : 'Enter an address such as help@example.com.',
  imprintUrl: faultOfUrl,
  privacyUrl: faultOfUrl,
  termsUrl: faultOfUrl,
  consent: faultOfConsent,
  redirectUrl: (url, { redirectHosts }) => faultOfUrl(url) ?? faultOfPlace(url, redirectHosts),
  redirectHosts: faultOfHosts,
  languages: faultOfLanguages,
}

/** Every value that cannot be taken, and why. */
export function faultsOf(values: BrandValues): BrandFault[] {
  return (Object.keys(RULES) as BrandKey[]).flatMap((key) => {
    const value = values[key]
    const fault = value === null ? null : (RULES[key] as Rule<BrandKey>)(value, values)
    if (fault === null) return []
    return [typeof fault === 'string' ? { key, message: fault } : { key, ...fault }]
  })
}

/** Whether signers may be sent on to a place. A list also stands for nothing below its hosts. */
export function isAllowedPlace(url: string, hosts: readonly string[] | null): boolean {
  return hosts === null || hosts.includes(URL.parse(url)?.hostname ?? '')
}

function faultOfColor(key: ColorKey, hex: string) {
  if (!Color.parse(hex)) return 'Enter a colour such as #175a4c.'
  const offer = readableInstead(key, hex)
  if (!offer) return null
  const message =
    key === 'color'
      ? 'This colour is too pale: buttons would hardly be visible on the page.'
      : 'This colour is too pale to be read on the page.'
  return { message, offer }
}

function faultOfFooter(text: string): string | null {
  if (text.split('\n').length > MAX.footerLines) return `Use at most ${MAX.footerLines} lines.`
  return faultOfText(text, MAX.footer)
}

function faultOfUrl(text: string): string | null {
  const url = text.length <= MAX.url ? URL.parse(text) : null
  const isFit =
    url?.protocol === 'https:' && !url.username && !url.password && HOST.test(url.hostname)
  return isFit ? null : 'Enter an address that begins with https://.'
}

function faultOfPlace(url: string, hosts: string[] | null): string | null {
  return isAllowedPlace(url, hosts) ? null : 'This host is not on the list of allowed hosts.'
}

function faultOfHosts(hosts: string[]): string | null {
  if (hosts.length > MAX.hosts) return `List at most ${MAX.hosts} hosts.`
  const wrong = hosts.find((host) => !HOST.test(host))
  return wrong === undefined
    ? null
    : `“${wrong.slice(0, 80)}” is not a host such as www.example.com.`
}

function faultOfLanguages(languages: Language[]): string | null {
  const isKnown = languages.length > 0 && languages.every(isLanguage)
  if (!isKnown) return 'Choose at least one language that exists.'
  return new Set(languages).size === languages.length ? null : 'Choose each language once.'
}

function faultOfConsent({ statement, clauses }: NonNullable<BrandValues['consent']>) {
  if (!statement) return 'Write the sentence that signers agree to.'
  if (clauses.length === 0) return 'Explain what the sentence means.'
  if (clauses.length > MAX_CONSENT.clauses) return `Use at most ${MAX_CONSENT.clauses} sections.`
  if (clauses.some(({ title, text }) => !title || !text))
    return 'Start each section with a heading on its first line, followed by text.'
  return (
    faultOfLine(statement, MAX_CONSENT.statement) ??
    clauses
      .flatMap(({ title, text }) => [
        faultOfLine(title, MAX_CONSENT.title),
        faultOfText(text, MAX_CONSENT.text),
      ])
      .find((fault) => fault !== null) ??
    null
  )
}
