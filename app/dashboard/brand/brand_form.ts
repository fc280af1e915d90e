import { applied, type Changes } from '#app/foundation/changes'
import Color from '#app/foundation/color'
import { ALL_LANGUAGES, type Language } from '#app/foundation/phrases/languages'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import type { MultipartForm } from '#app/front_door/bodies/multipart_form'
import { typedText } from '#app/front_door/bodies/typed_text'
import type { Face } from '#app/brand/brand_faces'
import { faultsOfPrinted } from '#app/documents/printed_words'
import { faultsOf, MAX_HOSTS, type BrandFault } from '#app/brand/brand_rules'
import {
  BRAND_KEYS,
  type BrandKey,
  type BrandValues,
  type FinishedFile,
  type OwnConsent,
  type Radius,
} from '#app/brand/brand_values'
import { InitialValues } from '../initial_values.js'

const LISTS = { redirectHosts: MAX_HOSTS, languages: ALL_LANGUAGES.length }

type Sent = ReadonlyMap<string, readonly string[]>

/** What somebody chose for their brand. What was left empty is inherited. */
export class BrandForm {
  readonly faults = new Map<BrandKey, Omit<BrandFault, 'key'>>()

  /** Somebody asked for one value to be as it is inherited, and not yet for the whole to be saved. */
  isReset = false

  private constructor(
    public values: BrandValues,
    /** What it began with. */
    readonly initial: string
  ) {}

  static filled(values: BrandValues): BrandForm {
    return new BrandForm({ ...values }, InitialValues.write(withFirst(values)))
  }

  static of(sent: Sent): BrandForm {
    const text = (name: string) => typedText(sent.get(name)?.[0]) || null
    const values = {
      name: text('name'),
      tenantsName: text('tenantsName'),
      logo: text('logo'),
      icon: text('icon'),
      color: colorOf(text('color')),
      linkColor: colorOf(text('linkColor')),
      radius: text('radius') as Radius | null,
      font: text('font') as Face | null,
      senderName: text('senderName'),
      mailFooter: text('mailFooter'),
      finishedFile: text('finishedFile') as FinishedFile | null,
      supportEmail: text('supportEmail'),
      imprintUrl: text('imprintUrl'),
      privacyUrl: text('privacyUrl'),
      termsUrl: text('termsUrl'),
      consent: consentOf(text('consentStatement'), text('consentText')),
      redirectUrl: text('redirectUrl'),
      redirectHosts: linesOf(text('redirectHosts')),
      languages: languagesOf(sent.get('languages'), text('firstLanguage')),
    }
    const form = new BrandForm(values, text('initial') ?? '')
    form.#obey(text('reset'), text('take'))
    return form
  }

  /** What a form without inputs for these keys leaves as it is. What was sent all the same stays, to be refused. */
  keepUnsent(keys: readonly BrandKey[], sent: Sent, own: BrandValues): void {
    const unsent = keys.filter((key) => !inputsOf(key).some((name) => sent.has(name)))
    const kept = Object.fromEntries(unsent.map((key) => [key, own[key]]))
    this.values = { ...this.values, ...kept }
  }

  /** What to change in what is stored by then. */
  get changes(): Changes<BrandValues> {
    const values = withFirst(this.values)
    const { firstLanguage, ...changes } = InitialValues.changes(values, this.initial, LISTS)
    if (typeof firstLanguage !== 'string') return changes
    const { languages } = changes
    return {
      ...changes,
      languages: (now) => {
        const all = (languages && applied({ languages }, { languages: now }).languages) ?? now ?? []
        return [firstLanguage, ...all.filter((one) => one !== firstLanguage)]
      },
    }
  }

  /** What is stored by then, with what was typed but for the refused value; lists are as they are stored. */
  over(stored: BrandValues, refused: BrandKey): BrandForm {
    const form = BrandForm.filled(stored)
    const typed = Object.entries(this.changes).filter(
      ([key, change]) => key !== refused && typeof change !== 'function'
    )
    form.values = { ...form.values, ...Object.fromEntries(typed) }
    return form
  }

  blame(key: BrandKey, message: string): void {
    this.faults.set(key, { message })
  }

  /** @returns whether everything can be taken */
  check(phrases: DashboardPhrasebook): boolean {
    for (const { key, ...fault } of faultsOf(this.values, phrases)) this.faults.set(key, fault)
    const [unprintable] = faultsOfPrinted(['name'], this.values.name ?? '')
    if (unprintable && !this.faults.has('name')) this.blame('name', unprintable.message)
    return this.faults.size === 0
  }

  /** For a preview: what cannot be taken is left out. */
  get takeable(): BrandValues {
    const wrong = faultsOf(this.values).map(({ key }) => key)
    const pairs = BRAND_KEYS.map((key) => [key, wrong.includes(key) ? null : this.values[key]])
    return Object.fromEntries(pairs)
  }

  /** Two buttons of the form change a value on the way: back to what is inherited, or to what was offered. */
  #obey(reset: string | null, take: string | null): void {
    if (BRAND_KEYS.includes(reset as BrandKey)) {
      this.values = { ...this.values, [reset as BrandKey]: null }
      this.isReset = true
    }
    const [, key, color] = /^(color|linkColor):(#[0-9a-f]{6})$/.exec(take ?? '') ?? []
    if (key) this.values = { ...this.values, [key]: color }
  }
}

/** The form chooses the first language beside those that are offered. */
function withFirst(values: BrandValues): BrandValues & { firstLanguage: Language | null } {
  return { ...values, firstLanguage: values.languages?.[0] ?? null }
}

/** Two values have two inputs each. */
function inputsOf(key: BrandKey): readonly string[] {
  if (key === 'consent') return ['consentStatement', 'consentText']
  return key === 'languages' ? ['languages', 'firstLanguage'] : [key]
}

/** As forms send them, with files or without. */
export function sentValues(pairs: MultipartForm['fields']): Sent {
  const sent = new Map<string, string[]>()
  for (const [name, value] of pairs) sent.set(name, [...(sent.get(name) ?? []), value])
  return sent
}

/** The text of the clauses as it stands in the form: the heading of each in a line of its own. */
export function consentText(consent: OwnConsent | null): string {
  return (consent?.clauses ?? []).map(({ title, text }) => `${title}\n${text}`).join('\n\n')
}

function colorOf(text: string | null): string | null {
  return text && (Color.parse(text)?.hex ?? text)
}

function linesOf(text: string | null): string[] | null {
  const lines = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return lines.length > 0 ? lines.map((line) => line.toLowerCase()) : null
}

/** The one that signers begin with comes first, and is offered in any case; with nothing ticked beside it, so are all others. */
function languagesOf(
  ticked: readonly string[] | undefined = [],
  first: string | null
): Language[] | null {
  if (first === null) return ticked.length > 0 ? ([...ticked] as Language[]) : null
  const others = ticked.length > 0 ? ticked : ALL_LANGUAGES
  return [first, ...others.filter((one) => one !== first)] as Language[]
}

function consentOf(statement: string | null, text: string | null): OwnConsent | null {
  if (!statement && !text) return null
  const blocks = (text ?? '').split(/\n\s*\n/).filter((block) => block.trim())
  const clauses = blocks.map((block) => {
    const [title, ...lines] = block.trim().split('\n')
    return { title: title.trim(), text: lines.join('\n').trim() }
  })
  return { statement: statement ?? '', clauses }
}
