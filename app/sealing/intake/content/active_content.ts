import type { PDFContext, PDFDict, PDFObject } from 'pdf-lib'
import { name } from '../../pdf/names.js'
import { ObjectReader } from '../../pdf/object_reader.js'
import { dictionariesIn } from './dictionaries.js'
import { isBeside, isHarmfulAddress, isSafeAddress } from './clicked_address.js'

export type ActiveKind = 'javascript' | 'launch' | 'submission' | 'embedded_file' | 'media' | 'xfa'

/** Actions that do something, and what an audit trail calls them (ISO 32000-2, 12.6.4). */
const ACTIONS: Record<string, ActiveKind | null> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submission',
  ImportData: 'submission',
  ResetForm: 'submission',
  GoToE: 'embedded_file',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMediaExecute: 'media',
  GoToR: null,
  GoTo3DView: null,
  Hide: null,
  SetOCGState: null,
  Thread: null,
  Trans: null,
}
const CATALOG = [
  'Type',
  'Pages',
  'PageLabels',
  'Names',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OutputIntents',
]
const PAGE = [
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Rotate',
  'UserUnit',
  'Contents',
  'Group',
  'Annots',
  'StructParents',
  'Tabs',
]
const LINK = ['Type', 'Subtype', 'Rect', 'QuadPoints', 'A', 'Dest', 'StructParent', 'Contents']
/** Printed, and not hidden in any way (ISO 32000-2, 12.5.3), as PDF/A demands. */
const PRINTED = 4
const HARMLESS = new Set(['URI', 'GoTo', 'Named'])
/** Paths of files, as systems and readers name them (ISO 32000-2, 7.11.3). */
const PATHS = ['F', 'UF', 'DOS', 'Mac', 'Unix']

/**
 * What a document does, rather than shows: scripts, programs that it starts, files that it brings,
 * forms that it sends. All of it is removed, and named.
 */
export class ActiveContent {
  readonly removed = new Set<ActiveKind>()
  /**
   * What was emptied and does harm, also what an audit trail does not name: where nothing can be removed, each is a reason to refuse
   * the file.
   */
  readonly disarmed = new Set<string>()
  #reader: ObjectReader

  constructor(readonly context: PDFContext) {
    this.#reader = new ObjectReader(context)
  }

  /** Empties whatever acts, wherever it is, and lets what leads somewhere do nothing else. */
  disarm() {
    for (const dictionary of dictionariesIn(this.context)) this.#empty(dictionary)
  }

  /** Whatever happens without a click, other than that the file opens at some place. Ask before it is disarmed. */
  triggers(): Set<string> {
    const found = new Set<string>()
    for (const dictionary of dictionariesIn(this.context)) {
      const opening = this.#reader.dictionary(dictionary.get(name('OpenAction')))
      if (opening && !this.#onlyScrolls(opening)) found.add('OpenAction')
      const events = this.#reader.dictionary(dictionary.get(name('AA')))
      if (events?.values().some((event) => this.#kindOf(this.#reader.dictionary(event)) !== null))
        found.add('AA')
      const named = this.#reader.dictionary(dictionary.get(name('Names')))
      if (this.#hasEntries(named?.get(name('JavaScript')))) found.add('javascript')
    }
    return found
  }

  note(kind: ActiveKind) {
    this.removed.add(kind)
    this.disarmed.add(kind)
  }

  /** Only what is known to be harmless stays in the catalogue. */
  cleanCatalog(catalog: PDFDict) {
    const names = this.#reader.dictionary(catalog.get(name('Names')))
    keepOnly(catalog, CATALOG)
    if (names) keepOnly(names, ['Dests'])
  }

  cleanPage(page: PDFDict) {
    keepOnly(page, PAGE)
  }

  /**
   * Makes a link one that only leads somewhere: no border, no picture, no other effect.
   *
   * @returns whether it leads anywhere
   */
  keepLink(link: PDFDict): boolean {
    const action = this.#reader.dictionary(link.get(name('A')))
    const isHarmless = HARMLESS.has(this.#kindOf(action) ?? '')
    if (action ? !isHarmless : !link.has(name('Dest'))) return false
    keepOnly(link, LINK)
    link.set(name('F'), this.context.obj(PRINTED))
    link.set(name('Border'), this.context.obj([0, 0, 0]))
    return true
  }

  #empty(dictionary: PDFDict) {
    if (dictionary.has(name('EF'))) {
      this.note('embedded_file')
      dictionary.delete(name('EF'))
      dictionary.delete(name('RF'))
    }
    const base = this.#reader.dictionary(dictionary.get(name('URI')))?.get(name('Base'))
    if (isHarmfulAddress(this.#reader.text(base) ?? '')) this.disarmed.add('URI')
    const action = this.#kindOf(dictionary) ?? ''
    const address = this.#reader.text(dictionary.get(name('URI'))) ?? ''
    const leadsAstray = action === 'URI' && address !== '' && !isSafeAddress(address)
    if (HARMLESS.has(action) && !leadsAstray) return void dictionary.delete(name('Next'))
    if (!leadsAstray && !Object.hasOwn(ACTIONS, action)) return
    const known = ACTIONS[action]
    const mayStay = leadsAstray
      ? !isHarmfulAddress(address)
      : action === 'GoToR' && this.#isBeside(dictionary.get(name('F')))
    if (known) this.note(known)
    else if (!mayStay) this.disarmed.add(action)
    for (const key of dictionary.keys()) dictionary.delete(key)
  }

  #isBeside(file: PDFObject | undefined): boolean {
    const description = this.#reader.dictionary(file)
    if (description?.has(name('FS'))) return false
    const paths = description ? PATHS.map((key) => description.get(name(key))) : [file]
    return paths.every((path) => isBeside(this.#reader.text(path) ?? ''))
  }

  #onlyScrolls(action: PDFDict): boolean {
    return this.#kindOf(action) === 'GoTo' && !action.has(name('Next'))
  }

  #hasEntries(tree: PDFObject | undefined): boolean {
    const root = this.#reader.dictionary(tree)
    const has = (key: string) => (this.#reader.array(root?.get(name(key))) ?? []).length > 0
    return has('Kids') || has('Names')
  }

  /** Of an action, whose kind may stand elsewhere in the file. */
  #kindOf(action: PDFDict | null): string | null {
    return this.#reader.name(action?.get(name('S')))
  }
}

function keepOnly(dictionary: PDFDict, keys: string[]) {
  const kept = new Set(keys.map((key) => name(key)))
  for (const key of dictionary.keys()) if (!kept.has(key)) dictionary.delete(key)
}
