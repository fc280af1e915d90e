import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** hb_memory_mode_t: what is handed over may be written to, and nobody else uses it. */
const WRITABLE = 2
/** hb_subset_flags_t: without hinting; glyphs keep their numbers, and the box for none its outline. */
const FLAGS = 0x1 | 0x2 | 0x40 | 0x200
/** hb_subset_sets_t */
const DROPPED_TABLES = 3
/** Shaping is done, and names and encodings stand in the PDF. */
const NEEDLESS = [
  'GSUB',
  'GPOS',
  'GDEF',
  'name',
  'OS/2',
  'post',
  'cmap',
  'STAT',
  'gasp',
  'DSIG',
  'vhea',
  'vmtx',
]

type Pointer = number

/** The part of it that is used here; its types come with those of browsers only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

interface HarfbuzzSubset {
  memory: { buffer: ArrayBuffer }
  _initialize(): void
  malloc(bytes: number): Pointer
  free(pointer: Pointer): void
  hb_blob_create(data: Pointer, length: number, mode: number, user: 0, destroy: 0): Pointer
  hb_blob_destroy(blob: Pointer): void
  hb_blob_get_data(blob: Pointer, length: 0): Pointer
  hb_blob_get_length(blob: Pointer): number
  hb_face_create(blob: Pointer, index: number): Pointer
  hb_face_destroy(face: Pointer): void
  hb_face_reference_blob(face: Pointer): Pointer
  hb_set_add(set: Pointer, value: number): void
  hb_subset_input_create_or_fail(): Pointer
  hb_subset_input_destroy(input: Pointer): void
  hb_subset_input_glyph_set(input: Pointer): Pointer
  hb_subset_input_set(input: Pointer, kind: number): Pointer
  hb_subset_input_set_flags(input: Pointer, flags: number): void
  hb_subset_preprocess(face: Pointer): Pointer
  hb_subset_or_fail(face: Pointer, input: Pointer): Pointer
}

let loaded: HarfbuzzSubset | undefined

/**
 * A TrueType font that parts are taken from. What HarfBuzz finds out about it is found out once: of a font with the
 * characters of Chinese a part takes a tenth of a millisecond then, and five where it is opened each time.
 *
 * HarfBuzz's own build for this has no bindings for JavaScript: these are its C functions.
 */
export class DivisibleFont {
  #harfbuzz: HarfbuzzSubset
  /** Lives as long as the process: typefaces are opened once. */
  #face: Pointer

  constructor(font: Uint8Array) {
    const harfbuzz = (this.#harfbuzz = loaded ??= load())
    const data = harfbuzz.malloc(font.length)
    new Uint8Array(harfbuzz.memory.buffer).set(font, data)
    const blob = harfbuzz.hb_blob_create(data, font.length, WRITABLE, 0, 0)
    this.#face = harfbuzz.hb_subset_preprocess(harfbuzz.hb_face_create(blob, 0))
  }

  /** The part that some glyphs need, with their numbers as they were. */
  part(glyphs: Iterable<number>): Uint8Array {
    const input = this.#harfbuzz.hb_subset_input_create_or_fail()
    try {
      describe(this.#harfbuzz, input, glyphs)
      return cut(this.#harfbuzz, this.#face, input)
    } finally {
      this.#harfbuzz.hb_subset_input_destroy(input)
    }
  }
}

function describe(harfbuzz: HarfbuzzSubset, input: Pointer, glyphs: Iterable<number>) {
  const wanted = harfbuzz.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs) harfbuzz.hb_set_add(wanted, glyph)
  const dropped = harfbuzz.hb_subset_input_set(input, DROPPED_TABLES)
  for (const name of NEEDLESS) harfbuzz.hb_set_add(dropped, Buffer.from(name).readUInt32BE())
  harfbuzz.hb_subset_input_set_flags(input, FLAGS)
}

function cut(harfbuzz: HarfbuzzSubset, face: Pointer, input: Pointer): Uint8Array {
  const part = harfbuzz.hb_subset_or_fail(face, input)
  if (part === 0) throw new Error('HarfBuzz could not take the glyphs out of their font')
  const blob = harfbuzz.hb_face_reference_blob(part)
  const start = harfbuzz.hb_blob_get_data(blob, 0)
  const length = harfbuzz.hb_blob_get_length(blob)
  const bytes = new Uint8Array(harfbuzz.memory.buffer).slice(start, start + length)
  harfbuzz.hb_blob_destroy(blob)
  harfbuzz.hb_face_destroy(part)
  return bytes
}

function load(): HarfbuzzSubset {
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)))
  const harfbuzz = instance.exports as HarfbuzzSubset
  harfbuzz._initialize()
  return harfbuzz
}
