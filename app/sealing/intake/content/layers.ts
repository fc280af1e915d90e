import {
  PDFArray,
  type PDFDict,
  PDFName,
  PDFRawStream,
  type PDFRef,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib'
import { cutText } from '#app/foundation/cut_text'
import PdfMalformed from '../../errors/pdf_malformed.js'
import PdfUnsafe from '../../errors/pdf_unsafe.js'
import { deflated } from '../../pdf/deflated.js'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { ContentResources } from './content_resources.js'
import { decodedStream, StreamTooLong } from './decoded_stream.js'
import { dictionariesIn } from './dictionaries.js'
import { withoutLayers } from './hidden_content.js'

const MAX_BYTES = 32 * 2 ** 20
const MAX_DEPTH = 8
/** Of an expression, its own count each time that another one names them. */
const MAX_OPERANDS = 10_000
/** By which some programs show a layer only at some sizes, in some languages or to some people (ISO 32000-2, table 100). */
const OF_READERS = ['Zoom', 'Language', 'User']

/**
 * Optional content (ISO 32000-2, 8.11) in the one state that readers open a document in. Afterwards
 * there are no layers: what was hidden is gone, so that nobody can turn it on behind the seal, and
 * what is shown belongs to none, so that no reader can come to another state.
 */
export class Layers {
  #reader: ObjectReader
  #listed = new Set<PDFDict>()
  #hidden = new Set<PDFDict>()
  #isCut = false
  #hidesAnnotation = false
  #isUpToPrograms = false
  #operands = 0

  /** @throws PdfUnsafe for a layer that screen and paper disagree about */
  static read(context: PDFContext, catalog: PDFDict): Layers {
    return new Layers(context, catalog)
  }

  private constructor(
    readonly context: PDFContext,
    catalog: PDFDict
  ) {
    this.#reader = new ObjectReader(context)
    const properties = this.#reader.dictionary(catalog.get(name('OCProperties')))
    if (properties) this.#readStates(properties)
  }

  get hidesSomething(): boolean {
    return this.#isCut || this.#hidden.size > 0
  }

  /** Whether one that was asked about lies in layers that are off. */
  get hidesAnnotation(): boolean {
    return this.#hidesAnnotation
  }

  /** Whether some programs show or hide one that others do not. */
  get isUpToPrograms(): boolean {
    return this.#isUpToPrograms
  }

  /** @throws PdfUnsafe */
  showsAnnotation(annotation: PDFDict): boolean {
    const isShown = this.shows(annotation.get(name('OC')))
    this.#hidesAnnotation ||= !isShown
    return isShown
  }

  /**
   * @param content  what an /OC entry names; all is shown that names no layer
   * @throws PdfUnsafe for a layer that the document does not list, and that is off by itself: only some readers hide it
   */
  shows(content: PDFObject | undefined, depth = 0): boolean {
    const found = this.#reader.dictionary(content)
    if (!found) return true
    if (this.#reader.name(found.get(name('Type'))) !== 'OCMD') return this.#isOn(found)
    const expression = this.#reader.array(found.get(name('VE')))
    if (expression) {
      if (depth === 0) this.#operands = 0
      return this.#holds(expression, depth)
    }
    const groups = found.get(name('OCGs'))
    const each = this.#reader.array(groups) ?? (groups ? [groups] : [])
    const states = each.flatMap((group) => {
      const layer = this.#reader.dictionary(group)
      return layer ? [this.#isOn(layer)] : []
    })
    if (states.length === 0) return true
    switch (this.#reader.name(found.get(name('P')))) {
      case 'AllOn':
        return states.every(Boolean)
      case 'AnyOff':
        return !states.every(Boolean)
      case 'AllOff':
        return !states.some(Boolean)
      default:
        return states.some(Boolean)
    }
  }

  /** Takes what is hidden out of all content, and the names of layers off the rest; pages have theirs in form XObjects by now. */
  remove() {
    const resources = new ContentResources(this.context)
    for (const [ref, object] of this.context.enumerateIndirectObjects()) {
      if (object instanceof PDFRawStream) this.#clean(ref, object, resources.of(object))
    }
    for (const dictionary of dictionariesIn(this.context)) {
      const properties = this.#reader.dictionary(dictionary.get(name('Properties')))
      for (const [key, content] of properties?.entries() ?? []) {
        if (this.#isLayer(content)) properties!.delete(key)
      }
    }
  }

  /** Readers take for a layer what has no type, too. */
  #isLayer(content: PDFObject): boolean {
    const found = this.#reader.dictionary(content)
    if (!found) return false
    const type = this.#reader.name(found.get(name('Type')))
    return type === 'OCG' || type === 'OCMD' || this.#listed.has(found) || found.has(name('Usage'))
  }

  #isOn(layer: PDFDict): boolean {
    if (
      !this.#listed.has(layer) &&
      this.#isForViewing(layer) &&
      this.#usages(layer).includes(false)
    )
      this.#refuse(layer)
    return !this.#hidden.has(layer)
  }

  #readStates(properties: PDFDict) {
    const config = this.#reader.dictionary(properties.get(name('D')))
    const named = (key: string) => new Set(this.#dictionaries(config?.get(name(key))))
    const [on, off] = [named('ON'), named('OFF')]
    const isOnAtFirst = this.#reader.name(config?.get(name('BaseState'))) !== 'OFF'
    const switched = this.#switched(config)
    for (const layer of this.#dictionaries(properties.get(name('OCGs')))) {
      this.#listed.add(layer)
      const isOn = isOnAtFirst ? !off.has(layer) : on.has(layer)
      this.#isUpToPrograms ||= this.#switchesItself(layer, isOn, switched.get(layer) ?? [])
      if (!this.#isForViewing(layer)) {
        this.#isUpToPrograms ||= !isOn
        continue
      }
      for (const state of this.#usages(layer)) if (state !== isOn) this.#refuse(layer)
      if (!isOn) this.#hidden.add(layer)
    }
  }

  /** For what purposes programs are to switch each layer at an event (8.11.4.4). */
  #switched(config: PDFDict | null): Map<PDFDict, Set<string>> {
    const purposes = new Map<PDFObject | undefined, Set<string>>()
    for (const event of this.#dictionaries(config?.get(name('AS')))) {
      const layers = this.#reader.find(event, 'OCGs')
      const known = entryOf(purposes, layers)
      for (const listed of this.#reader.array(event.get(name('Category'))) ?? [])
        known.add(this.#reader.name(listed) ?? '')
    }
    const switched = new Map<PDFDict, Set<string>>()
    for (const [layers, categories] of purposes)
      for (const layer of this.#dictionaries(layers)) {
        const known = entryOf(switched, layer)
        for (const category of categories) known.add(category)
      }
    return switched
  }

  /** By what it says of its usage. */
  #switchesItself(layer: PDFDict, isOn: boolean, purposes: Iterable<string>): boolean {
    const usage = this.#reader.dictionary(layer.get(name('Usage')))
    if (!usage) return false
    for (const purpose of purposes) {
      if (OF_READERS.includes(purpose) && usage.has(name(purpose))) return true
      const state = this.#stateIn(usage, purpose)
      if (state !== null && state !== isOn) return true
    }
    return false
  }

  /** Of being viewed, printed or exported. */
  #stateIn(usage: PDFDict | null, use: string): boolean | null {
    const entry = this.#reader.dictionary(usage?.get(name(use)))
    const state = this.#reader.name(entry?.get(name(`${use}State`)))
    return state === null ? null : state !== 'OFF'
  }

  #refuse(layer: PDFDict): never {
    const called = this.#reader.text(layer.get(name('Name'))) ?? ''
    throw new PdfUnsafe(`its layer “${cutText(called, 80)}” is not the same on screen and on paper`)
  }

  /** What it is to be on screen and in print, where it says so. */
  #usages(layer: PDFDict): boolean[] {
    const usage = this.#reader.dictionary(layer.get(name('Usage')))
    return ['View', 'Print'].flatMap((use) => this.#stateIn(usage, use) ?? [])
  }

  #isForViewing(layer: PDFDict): boolean {
    const intent = layer.get(name('Intent'))
    const each = this.#reader.array(intent) ?? (intent ? [intent] : [])
    const names = each.map((entry) => this.#reader.name(entry))
    return names.length === 0 || names.includes('View') || names.includes('All')
  }

  #dictionaries(object: PDFObject | undefined): PDFDict[] {
    return (this.#reader.array(object) ?? []).flatMap(
      (entry) => this.#reader.dictionary(entry) ?? []
    )
  }

  #holds([operator, ...operands]: PDFObject[], depth: number): boolean {
    this.#operands += operands.length
    if (depth > MAX_DEPTH || this.#operands > MAX_OPERANDS)
      throw new PdfUnsafe('its layers depend on each other without an end')
    const states = operands.map((operand) => {
      const found = this.context.lookup(operand)
      if (found instanceof PDFArray) return this.#holds(found.asArray(), depth + 1)
      return this.shows(operand, depth + 1)
    })
    const kind = this.#reader.name(operator)
    if (kind === 'Not') return !states[0]
    return kind === 'Or' ? states.some(Boolean) : states.every(Boolean)
  }

  /** Null for what is too long, which is refused where a page needs it. @throws PdfMalformed: some program may read what is hidden in it */
  #read(stream: PDFRawStream): Buffer | null {
    try {
      return decodedStream(this.context, stream, MAX_BYTES)
    } catch (cause) {
      if (cause instanceof StreamTooLong) return null
      throw new PdfMalformed('it is damaged beyond what can be read', { cause })
    }
  }

  /** By its name in content, which may mean another layer wherever that is painted. */
  #showsAlike(layer: string, properties: (PDFDict | null)[]): boolean {
    const [isOn = true, ...others] = properties.map((each) =>
      this.shows(each?.get(PDFName.of(layer)))
    )
    if (others.some((other) => other !== isOn))
      throw new PdfUnsafe(`its layer “${layer.slice(0, 80)}” is on in one place and off in another`)
    return isOn
  }

  #clean(ref: PDFRef, stream: PDFRawStream, resources: PDFDict[]) {
    const { dict } = stream
    const isShown = this.shows(dict.get(name('OC')))
    dict.delete(name('OC'))
    if (!isShown) {
      this.#isCut = true
      const nothing = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }
      return this.context.assign(ref, this.context.stream('', nothing))
    }
    const properties = resources.map((each) =>
      this.#reader.dictionary(each.get(name('Properties')))
    )
    const named = properties.flatMap((each) => each?.values() ?? [])
    if (!named.some((content) => this.#isLayer(content))) return
    const before = this.#read(stream)
    if (!before) return
    const content = withoutLayers(before, (layer) => {
      const isOn = this.#showsAlike(layer, properties)
      this.#isCut ||= !isOn
      return isOn
    })
    if (content === before) return
    const clean = dict.clone(this.context)
    clean.delete(name('DecodeParms'))
    clean.set(name('Filter'), name('FlateDecode'))
    this.context.assign(ref, PDFRawStream.of(clean, deflated(content)))
  }
}

function entryOf<Key>(sets: Map<Key, Set<string>>, key: Key): Set<string> {
  const known = sets.get(key) ?? new Set()
  sets.set(key, known)
  return known
}
