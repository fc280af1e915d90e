import { canonicalJson } from '#app/foundation/canonical_json'
import type { Language } from '#app/foundation/phrases/languages'
import type { Face } from './brand_faces.js'

/** What stands when neither tenant, reseller nor the operator has chosen: the platform's own colour. */
export const PLATFORM_COLOR = '#175a4c'

export const RADII = ['none', 'small', 'medium', 'large'] as const
export type Radius = (typeof RADII)[number]

/** How the finished PDF comes with the mail that a document is complete. */
export const FINISHED_FILES = ['link', 'attachment'] as const
export type FinishedFile = (typeof FINISHED_FILES)[number]

/** What signers agree to, in the words of a tenant of its own. */
export interface OwnConsent {
  /** The sentence beside the box that the signer ticks. */
  statement: string
  clauses: { title: string; text: string }[]
}

/** How somebody appears. Each value may be missing: it is then inherited, from the reseller or from the platform. */
export interface BrandValues {
  name: string | null
  /** Of a reseller: what those below it are called where they have chosen no name. Without it each bears its own. */
  tenantsName: string | null
  /** SHA-256 of the picture, lower-case hexadecimal. */
  logo: string | null
  icon: string | null
  /** `#rrggbb`: buttons and marks. */
  color: string | null
  /** `#rrggbb`: links and emphasised words; made from `color` where none is chosen. */
  linkColor: string | null
  radius: Radius | null
  font: Face | null
  /** What mails name as their sender, where it is not the brand's name. */
  senderName: string | null
  mailFooter: string | null
  /** A link where nobody has chosen. */
  finishedFile: FinishedFile | null
  supportEmail: string | null
  imprintUrl: string | null
  privacyUrl: string | null
  termsUrl: string | null
  consent: OwnConsent | null
  /** Where signers go on to when they have signed and their document names no place. */
  redirectUrl: string | null
  /** The only hosts that documents may send signers to; null leaves every host open. */
  redirectHosts: string[] | null
  /** What signers may choose from, beginning with the one that they have until they do. */
  languages: Language[] | null
}

export type BrandKey = keyof BrandValues

export const NOTHING_CHOSEN: BrandValues = {
  name: null,
  tenantsName: null,
  logo: null,
  icon: null,
  color: null,
  linkColor: null,
  radius: null,
  font: null,
  senderName: null,
  mailFooter: null,
  finishedFile: null,
  supportEmail: null,
  imprintUrl: null,
  privacyUrl: null,
  termsUrl: null,
  consent: null,
  redirectUrl: null,
  redirectHosts: null,
  languages: null,
}

export const BRAND_KEYS = Object.keys(NOTHING_CHOSEN) as BrandKey[]

/** Nobody follows, reads or agrees to one of these: they are all that a support session changes. */
const OF_LOOKS: readonly BrandKey[] = ['logo', 'icon', 'color', 'linkColor', 'radius', 'font']

export const BEYOND_LOOKS = BRAND_KEYS.filter((key) => !OF_LOOKS.includes(key))

/** Which values differ. */
export function differing(one: BrandValues, other: BrandValues): BrandKey[] {
  const told = (value: unknown) => canonicalJson(value ?? null)
  return BRAND_KEYS.filter((key) => told(one[key]) !== told(other[key]))
}

export function differInLooksAlone(one: BrandValues, other: BrandValues): boolean {
  return differing(one, other).every((key) => OF_LOOKS.includes(key))
}

/** These and no others, whatever else a row or a document may hold. */
export function valuesOf(from: Partial<BrandValues>): BrandValues {
  return Object.fromEntries(BRAND_KEYS.map((key) => [key, from[key] ?? null])) as never
}

/** What is only right beside the other: those who choose that other leave behind what went with the one before. */
const GOES_WITH: Partial<Record<BrandKey, BrandKey>> = {
  icon: 'logo',
  linkColor: 'color',
  senderName: 'name',
}

/** Each value from the first who has chosen it, or what it goes with. */
export function firstChosen(...layers: readonly Partial<BrandValues>[]): BrandValues {
  return Object.fromEntries(BRAND_KEYS.map((key) => [key, chosen(key, layers)])) as never
}

/** What would show in the place of each of a tenant's values if it had not chosen that one. */
export function valuesBehind(own: BrandValues, inherited: BrandValues): BrandValues {
  const behind = (key: BrandKey) => chosen(key, [{ ...own, [key]: null }, inherited])
  return Object.fromEntries(BRAND_KEYS.map((key) => [key, behind(key)])) as never
}

function chosen(key: BrandKey, layers: readonly Partial<BrandValues>[]) {
  const other = GOES_WITH[key]
  const first = layers.find((layer) => isChosen(layer, key) || (other && isChosen(layer, other)))
  return first?.[key] ?? null
}

function isChosen(layer: Partial<BrandValues>, key: BrandKey): boolean {
  return (layer[key] ?? null) !== null
}
