import Color from '#app/foundation/color'
import { cutText } from '#app/foundation/cut_text'
import { isEmailAddress } from '#app/foundation/email_address'
import { isOneLine } from '#app/foundation/printable_text'
import { faultOfLine, faultOfText } from '#app/foundation/text_fault'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { isLanguage, type Language } from '#app/foundation/phrases/languages'
import { readableInstead, type ColorKey } from './brand_contrast.js'
import { FACES } from './brand_faces.js'
import {
  FINISHED_FILES,
  PLATFORM_COLOR,
  RADII,
  type BrandKey,
  type BrandValues,
} from './brand_values.js'

/** What is wrong with a value, in a sentence, and what would do instead where we know. */
export interface BrandFault {
  key: BrandKey
  message: string
  offer?: string
}

type Rule<K extends BrandKey> = (
  value: NonNullable<BrandValues[K]>,
  phrases: DashboardPhrasebook,
  all: BrandValues
) => Omit<BrandFault, 'key'> | string | null

const MAX = { name: 100, footer: 500, footerLines: 6, url: 500 } as const
export const MAX_HOSTS = 20
const MAX_CONSENT = { statement: 300, clauses: 20, title: 150, text: 3_000 } as const
const HOST =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const SHA256 = /^[0-9a-f]{64}$/

const RULES: { [K in BrandKey]: Rule<K> } = {
  name: (text, phrases) => faultOfLine(text, MAX.name, phrases),
  tenantsName: (text, phrases) => faultOfLine(text, MAX.name, phrases),
  logo: faultOfPicture,
  icon: faultOfPicture,
  color: (hex, phrases) => faultOfColor('color', hex, phrases),
  linkColor: (hex, phrases) => faultOfColor('linkColor', hex, phrases),
  radius: (radius, { t }) => (RADII.includes(radius) ? null : t('brand.fault_choice')),
  font: (font, { t }) => (Object.hasOwn(FACES, font) ? null : t('brand.fault_choice')),
  senderName: (text, phrases) =>
    /[@<>"]/.test(text)
      ? phrases.t('brand.fault_sender_name')
      : faultOfLine(text, MAX.name, phrases),
  mailFooter: faultOfFooter,
  finishedFile: (way, { t }) => (FINISHED_FILES.includes(way) ? null : t('brand.fault_choice')),
  supportEmail: (text, { t }) => (isEmailAddress(text) ? null : t('brand.fault_email')),
  imprintUrl: faultOfUrl,
  privacyUrl: faultOfUrl,
  termsUrl: faultOfUrl,
  consent: faultOfConsent,
  redirectUrl: (url, phrases, { redirectHosts }) =>
    faultOfUrl(url, phrases) ?? faultOfPlace(url, redirectHosts, phrases),
  redirectHosts: faultOfHosts,
  languages: faultOfLanguages,
}

/** Every value that cannot be taken, and why. */
export function faultsOf(
  values: BrandValues,
  phrases = DashboardPhrasebook.speaking('en')
): BrandFault[] {
  return (Object.keys(RULES) as BrandKey[]).flatMap((key) => {
    const value = values[key]
    const fault = value === null ? null : (RULES[key] as Rule<BrandKey>)(value, phrases, values)
    if (fault === null) return []
    return [typeof fault === 'string' ? { key, message: fault } : { key, ...fault }]
  })
}

/** Whether signers may be sent on to a place. A list also stands for nothing below its hosts. */
export function isAllowedPlace(url: string, hosts: readonly string[] | null): boolean {
  return hosts === null || hosts.includes(URL.parse(url)?.hostname ?? '')
}

/** Whether signers would be sent on to a host that the same brand does not allow. */
export function leadsElsewhere({ redirectUrl, redirectHosts }: BrandValues): boolean {
  return redirectUrl !== null && !isAllowedPlace(redirectUrl, redirectHosts)
}

function faultOfPicture(sha256: string, { t }: DashboardPhrasebook): string | null {
  return SHA256.test(sha256) ? null : t('brand.fault_picture')
}

/** That a colour would hardly be seen, with the nearest that would. */
export function faultOfColor(key: ColorKey, hex: string, { t }: DashboardPhrasebook) {
  if (!Color.parse(hex)) return { message: t('brand.fault_color', { example: PLATFORM_COLOR }) }
  const offer = readableInstead(key, hex)
  if (!offer) return null
  const message = t(key === 'color' ? 'brand.fault_pale' : 'brand.fault_pale_words')
  return { message, offer }
}

function faultOfFooter(text: string, phrases: DashboardPhrasebook): string | null {
  if (text.split('\n').length > MAX.footerLines)
    return phrases.t('brand.fault_lines', { most: MAX.footerLines })
  return faultOfText(text, MAX.footer, phrases)
}

function faultOfUrl(text: string, { t }: DashboardPhrasebook): string | null {
  const url = text.length <= MAX.url && isOneLine(text) ? URL.parse(text) : null
  const isFit =
    url?.protocol === 'https:' && !url.username && !url.password && HOST.test(url.hostname)
  return isFit ? null : t('brand.fault_url')
}

function faultOfPlace(
  url: string,
  hosts: string[] | null,
  { t }: DashboardPhrasebook
): string | null {
  return isAllowedPlace(url, hosts) ? null : t('brand.fault_place')
}

function faultOfHosts(hosts: string[], { t }: DashboardPhrasebook): string | null {
  if (hosts.length > MAX_HOSTS) return t('brand.fault_many_hosts', { most: MAX_HOSTS })
  const wrong = hosts.find((host) => !HOST.test(host))
  return wrong === undefined ? null : t('brand.fault_host', { host: cutText(wrong, 80) })
}

function faultOfLanguages(languages: Language[], { t }: DashboardPhrasebook): string | null {
  const isKnown = languages.length > 0 && languages.every(isLanguage)
  if (!isKnown) return t('brand.fault_no_language')
  return new Set(languages).size === languages.length ? null : t('brand.fault_language_twice')
}

function faultOfConsent(
  { statement, clauses }: NonNullable<BrandValues['consent']>,
  phrases: DashboardPhrasebook
) {
  const { t } = phrases
  if (!statement) return t('brand.fault_no_consent')
  if (clauses.length === 0) return t('brand.fault_no_clause')
  if (clauses.length > MAX_CONSENT.clauses)
    return t('brand.fault_many_clauses', { most: MAX_CONSENT.clauses })
  if (clauses.some(({ title, text }) => !title || !text)) return t('brand.fault_clause')
  return (
    faultOfLine(statement, MAX_CONSENT.statement, phrases) ??
    clauses
      .flatMap(({ title, text }) => [
        faultOfLine(title, MAX_CONSENT.title, phrases),
        faultOfText(text, MAX_CONSENT.text, phrases),
      ])
      .find((fault) => fault !== null) ??
    null
  )
}
