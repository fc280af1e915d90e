import { PDFDict, PDFStream, type PDFObject } from 'pdf-lib'
import { cutText } from '#app/foundation/cut_text'
import type { Ink } from '../../pdf/drawing.js'
import { name } from '../../pdf/names.js'
import type { ObjectReader } from '../../pdf/object_reader.js'
import { inkOf } from './annotation_style.js'

const MULTILINE = 1 << 12
const PASSWORD = 1 << 13
const RADIO = 1 << 15
const PUSH_BUTTON = 1 << 16
const COMBO = 1 << 17
const COMB = 1 << 24
const RICH_TEXT = 1 << 25
/** Fields inherit from parents, of which honest forms have a few. */
const MAX_PARENTS = 32
const MAX_VALUE = 100_000
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export type FieldKind = 'text' | 'comb' | 'choice' | 'list' | 'check' | 'radio' | 'push' | 'other'

/** A widget together with the field that it shows (ISO 32000-2, 12.7.4). */
export class FormField {
  readonly kind: FieldKind
  readonly isMultiline: boolean
  /** Its characters are nobody's to read. */
  readonly isPassword: boolean
  #hasFormats: boolean

  /** @param form  the document's AcroForm, which has defaults for all fields */
  constructor(
    readonly reader: ObjectReader,
    readonly widget: PDFDict,
    readonly form: PDFDict | null
  ) {
    const flags = reader.number(this.#inherited('Ff')) ?? 0
    this.isMultiline = (flags & MULTILINE) !== 0
    this.isPassword = (flags & PASSWORD) !== 0
    this.#hasFormats = (flags & RICH_TEXT) !== 0
    this.kind = this.#kindOf(flags)
  }

  /** The texts that it holds, the choices as they are shown, the state of a button. */
  get values(): string[] {
    return this.#textsOf('V')
  }

  /** What it holds once it is reset; some programs take that for its value where it has none. */
  get defaults(): string[] {
    return this.#textsOf('DV')
  }

  /** A long text in a stream of its own, which some programs do not read. */
  get isStreamed(): boolean {
    return this.reader.stream(this.#inherited('V')) !== null
  }

  /** Whether its value is the same where it is said once more: as places of choices (12.7.5.4), or with formats (12.7.4.4). */
  get isConsistent(): boolean {
    const places = this.reader.numbers(this.#inherited('I'))
    const options = places ? this.options : []
    const chosen = places?.map((place) => options[place]?.label)
    if (chosen?.length && !isSame(chosen, this.values)) return false
    const formatted = this.#hasFormats ? this.#textOf(this.#inherited('RV')) : null
    return !formatted || isSame([plainText(formatted)], [this.values.join('')])
  }

  #textsOf(key: string): string[] {
    const value = this.#inherited(key)
    const parts = this.reader.array(value) ?? (value ? [value] : [])
    const texts = parts.flatMap((part) => this.#textOf(part) ?? [])
    if (this.kind !== 'choice' && this.kind !== 'list') return texts
    const labels = new Map(this.options.reverse().map((option) => [option.value, option.label]))
    return texts.map((text) => labels.get(text) ?? text)
  }

  get hasValue(): boolean {
    return this.#inherited('V') !== undefined
  }

  /** What a choice can be, in order. */
  get options(): { value: string; label: string }[] {
    return (this.reader.array(this.#inherited('Opt')) ?? []).flatMap((option) => {
      const [value, label] = (this.reader.array(option) ?? [option, option]).map((part) =>
        this.reader.text(part)
      )
      return value === undefined || value === null ? [] : [{ value, label: label ?? value }]
    })
  }

  /** The first option that a list shows. */
  get topIndex(): number {
    return Math.max(0, this.reader.number(this.#inherited('TI')) ?? 0)
  }

  get maxLength(): number {
    return Math.min(MAX_VALUE, this.reader.number(this.#inherited('MaxLen')) ?? 0)
  }

  get alignment(): 'left' | 'center' | 'right' {
    const quadding = this.reader.number(this.#inherited('Q') ?? this.#default('Q'))
    return quadding === 1 ? 'center' : quadding === 2 ? 'right' : 'left'
  }

  /** A script formats what is shown: "1,234.50" for a value of 1234.5. */
  get isFormatted(): boolean {
    const actions = this.reader.dictionary(this.#inherited('AA'))
    return actions?.has(name('F')) ?? false
  }

  /** The operators that its text is drawn with (12.7.4.3). */
  get defaultAppearance(): string {
    return this.reader.text(this.#inherited('DA') ?? this.#default('DA')) ?? ''
  }

  /** Where programs look for the font of its text. */
  get resources(): PDFDict[] {
    const own = this.reader.dictionary(this.#inherited('DR'))
    const common = this.reader.dictionary(this.#default('DR'))
    return [own, common].filter((resources) => resources !== null)
  }

  /** Type size, 0 for "as it fits", and ink. */
  get type(): { size: number; ink: Ink } {
    const text = this.defaultAppearance
    const size = Number(/([\d.]+)\s+Tf/.exec(text)?.[1] ?? 0)
    const color = /((?:[\d.]+\s+){1,4})(?:g|rg|k)\b/.exec(text)?.[1]
    const parts = color?.trim().split(/\s+/).map(Number)
    return { size: Number.isFinite(size) ? size : 0, ink: (parts && inkOf(parts)) ?? [0, 0, 0] }
  }

  #kindOf(flags: number): FieldKind {
    switch (this.reader.name(this.#inherited('FT'))) {
      case 'Tx':
        return (flags & COMB) !== 0 && this.maxLength > 0 ? 'comb' : 'text'
      case 'Ch':
        return (flags & COMBO) !== 0 ? 'choice' : 'list'
      case 'Btn':
        if ((flags & PUSH_BUTTON) !== 0) return 'push'
        return (flags & RADIO) !== 0 ? 'radio' : 'check'
      default:
        return 'other'
    }
  }

  #textOf(object: PDFObject | undefined): string | null {
    const found = this.reader.context.lookup(object)
    if (found instanceof PDFStream) return cutText(found.getContentsString(), MAX_VALUE)
    const text = this.reader.text(found)
    return text === null ? null : cutText(text, MAX_VALUE)
  }

  #default(key: string): PDFObject | undefined {
    return this.form?.get(name(key))
  }

  #inherited(key: string): PDFObject | undefined {
    let holder: PDFObject | undefined = this.widget
    for (let parents = 0; holder instanceof PDFDict && parents < MAX_PARENTS; parents++) {
      const value = holder.get(name(key))
      if (value) return value
      holder = this.reader.find(holder, 'Parent')
    }
    return undefined
  }
}

/** Of the XHTML that formats are written in, as far as it is text. */
function plainText(markup: string): string {
  const text = markup.replace(/<[^<>]*>/g, '')
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, called) => {
    if (called) return ENTITIES[called] ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

function isSame(some: (string | undefined)[], others: string[]): boolean {
  const plain = (texts: (string | undefined)[]) =>
    texts.map((text) => text?.replace(/\s+/g, '') ?? '\0').filter((text) => text !== '')
  return plain(some).sort().join('\n') === plain(others).sort().join('\n')
}
