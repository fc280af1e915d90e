import { PDFDict, PDFStream, type PDFContext, type PDFObject, type PDFRef } from 'pdf-lib'
import { claimedLevel, type ArchivalLevel } from '../archival/archival_level.js'
import { metadataStream } from '../archival/metadata_packet.js'
import { name } from '../pdf/names.js'
import { ObjectReader } from '../pdf/object_reader.js'
import { decodedStream } from './content/decoded_stream.js'
import { reachableObjects } from './content/reachable_objects.js'
import type { UploadedPage } from './content/page_tree.js'
import type { PaintedOver } from './examined.js'

const MAX_PACKET_BYTES = 1024 * 1024
const MAX_PROFILE_BYTES = 8 * 1024 * 1024
/** Where an ICC profile says which colours it is about. */
const COLOURS_AT = 16
/** In points (ISO 19005-3, 6.1.13). */
const SHORTEST_SIDE = 3
const LONGEST_SIDE = 14_400
const EMBEDDED_AS = ['FontFile', 'FontFile2', 'FontFile3']
/** What has its glyphs in another font, or in itself. */
const WITHOUT_FILE = ['Type0', 'Type3']

/** What an upload became. */
interface Rewritten {
  root: PDFRef
  info: PDFRef | undefined
  pages: readonly UploadedPage[]
  painted: readonly PaintedOver[]
}

/**
 * That an upload is PDF/A-2 or PDF/A-3. The canonical form is written anew, and keeps the claim where nothing that was done to the upload,
 * or will be, can take it away.
 */
export class ArchivalClaim {
  #reader: ObjectReader

  /** @returns null where the file claims nothing, or has no output intent for the colours that we draw in */
  static of(context: PDFContext, catalog: PDFDict): ArchivalClaim | null {
    const reader = new ObjectReader(context)
    const packet = contentsOf(context, reader.find(catalog, 'Metadata'))
    const level = packet && claimedLevel(packet.toString('utf8'))
    const intents = reader.array(reader.find(catalog, 'OutputIntents')) ?? []
    const isInRgb = intents.some((intent) => isForRgb(reader, reader.dictionary(intent)))
    return level && isInRgb ? new ArchivalClaim(context, level) : null
  }

  private constructor(
    readonly context: PDFContext,
    readonly level: ArchivalLevel
  ) {
    this.#reader = new ObjectReader(context)
  }

  /** Claims of what the upload became as much as is left of it, if anything is. */
  renew({ root, info, pages, painted }: Rewritten) {
    const catalog = this.#reader.dictionary(root)!
    const isWhole =
      !painted.some(({ isCut }) => isCut) &&
      pages.every(({ box }) => [box.width, box.height].every(isAllowedSide)) &&
      !this.#leavesFonts(info ? [root, info] : [root])
    if (!isWhole) return
    const archival = this.#levelWith(catalog, painted)
    const said = this.#reader.dictionary(info) ?? PDFDict.withContext(this.context)
    const metadata = metadataStream(this.context, said, { archival, isAccessible: false })
    catalog.set(name('Metadata'), this.context.register(metadata))
  }

  /** What was painted into a page has no tags, and of letters that we drew nothing says that all can be copied. */
  #levelWith(catalog: PDFDict, painted: readonly PaintedOver[]): ArchivalLevel {
    const isDrawn = painted.some(({ isChanged, places }) => isChanged && places.length > 0)
    if (isDrawn) return 'B'
    const isTagged = this.#isTagged(catalog) && !painted.some(({ isChanged }) => isChanged)
    return this.level === 'A' && !isTagged ? 'U' : this.level
  }

  #isTagged(catalog: PDFDict): boolean {
    const mark = this.#reader.dictionary(this.#reader.find(catalog, 'MarkInfo'))
    return mark !== null && this.#reader.isTrue(this.#reader.find(mark, 'Marked'))
  }

  /** Fonts that readers are left to find: the file is not what it says it is. */
  #leavesFonts(roots: PDFRef[]): boolean {
    const objects = reachableObjects(this.context, roots).values()
    return objects.some((object) => object instanceof PDFDict && this.#lacksFile(object))
  }

  #lacksFile(dictionary: PDFDict): boolean {
    const [kind, subtype] = ['Type', 'Subtype'].map((key) =>
      this.#reader.name(this.#reader.find(dictionary, key))
    )
    if (kind !== 'Font' || WITHOUT_FILE.includes(subtype ?? '')) return false
    const descriptor = this.#reader.dictionary(this.#reader.find(dictionary, 'FontDescriptor'))
    return !EMBEDDED_AS.some((key) => descriptor && this.#reader.find(descriptor, key))
  }
}

function isAllowedSide(points: number): boolean {
  return points >= SHORTEST_SIDE && points <= LONGEST_SIDE
}

function isForRgb(reader: ObjectReader, intent: PDFDict | null): boolean {
  if (!intent || reader.name(reader.find(intent, 'S')) !== 'GTS_PDFA1') return false
  const profile = reader.stream(reader.find(intent, 'DestOutputProfile'))
  const bytes = profile && contentsOf(reader.context, profile, MAX_PROFILE_BYTES)
  return bytes?.toString('latin1', COLOURS_AT, COLOURS_AT + 4) === 'RGB '
}

/** @returns null for what is missing, or cannot be read */
function contentsOf(
  context: PDFContext,
  object: PDFObject | undefined,
  maxBytes = MAX_PACKET_BYTES
): Buffer | null {
  const stream = context.lookup(object)
  if (!(stream instanceof PDFStream)) return null
  try {
    return decodedStream(context, stream, maxBytes)
  } catch {
    return null
  }
}
