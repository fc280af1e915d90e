import type { Rectangle } from '../../pdf/page_box.js'
import { PageText, type TextMatch } from './page_text.js'
import type { Pdfium } from './pdfium.js'

/** A page as it is drawn: one byte a pixel, from 0, black, to 255, white. */
export interface Raster {
  width: number
  height: number
  gray: Uint8Array
}

/** A page in colour: red, green, blue and a byte that says nothing for each pixel. */
export interface ColourRaster {
  width: number
  height: number
  rgbx: Uint8Array
}

/** What a page says, one unit for each character, and where some of these stand. */
export interface TextReading {
  said: string
  boxOf(from: number, length: number): Rectangle
}

/** How PDFium draws, and how many bytes a pixel takes. */
interface Ink {
  format: number
  flags: number
  bytes: number
}

const WITH_ANNOTATIONS = 0x01
const GRAY: Ink = { format: 1, flags: WITH_ANNOTATIONS | 0x08, bytes: 1 }
const RGBX: Ink = { format: 3, flags: WITH_ANNOTATIONS | 0x10, bytes: 4 }
const WHITE = 0xffffffff
const MAX_SIDE = 1600
/** For a picture of a page that is much longer than wide; WebP ends at the side. */
const MAX_PICTURE = { pixels: 4 * 1024 * 1024, side: 16_383 }

export class OpenedPage {
  /** Points, as the page is seen. */
  readonly width: number
  readonly height: number

  constructor(
    readonly module: Pdfium,
    readonly page: number,
    readonly form: number
  ) {
    if (form !== 0) module._FORM_OnAfterLoadPage(page, form)
    this.width = module._FPDF_GetPageWidth(page)
    this.height = module._FPDF_GetPageHeight(page)
  }

  /** The text of its content, in the order in which it is drawn, without spaces. */
  text(): string {
    return PageText.read(this, (text) => text.drawn())
  }

  /**
   * Where the text of the page matches.
   *
   * @param expression  global; linear in the length of what it is given
   */
  matches(expression: RegExp, most: number): TextMatch[] {
    return PageText.read(this, (text) => text.matches(expression, most))
  }

  /** Lets its text be looked through; where things stand is known until `use` returns. */
  read(use: (reading: TextReading) => void): void {
    PageText.read(this, (text) =>
      use({ said: text.said(), boxOf: (from, length) => text.boxOf(from, length) })
    )
  }

  /** @param scale  pixels a point; less for pages of an unusual size */
  raster(scale: number): Raster {
    const fitted = Math.min(scale, MAX_SIDE / Math.max(this.width, this.height, 1))
    const width = Math.max(1, Math.ceil(this.width * fitted))
    const height = Math.max(1, Math.ceil(this.height * fitted))
    return this.#gray({ width, height }, { x: 0, y: 0, width, height })
  }

  /** @param width  in pixels; fewer for pages of an unusual shape */
  picture(width: number): ColourRaster {
    const [across, down] = [Math.max(this.width, 1), Math.max(this.height, 1)]
    const { pixels, side } = MAX_PICTURE
    const largest = Math.min(Math.sqrt(pixels / (across * down)), side / Math.max(across, down))
    const scale = Math.min(width / across, largest)
    const inPixels = (points: number) => Math.max(1, Math.round(points * scale))
    const size = { width: inPixels(across), height: inPixels(down) }
    return { ...size, rgbx: this.#drawn(size, { x: 0, y: 0, ...size }, RGBX) }
  }

  /** All of the page, in as many pixels as another picture has. */
  rasterLike({ width, height }: Raster): Raster {
    return this.#gray({ width, height }, { x: 0, y: 0, width, height })
  }

  /**
   * A part of the page, from near.
   *
   * @param place  in points, from the top left corner of the page as it is seen
   * @param scale  pixels a point
   * @param isFilledIn  with the fields of its form, or only what they lie upon
   */
  closeUp(place: Rectangle, scale: number, isFilledIn = true): Raster {
    const part = {
      width: Math.max(1, Math.ceil(place.width * scale)),
      height: Math.max(1, Math.ceil(place.height * scale)),
    }
    const page = {
      x: -Math.floor(place.x * scale),
      y: -Math.floor(place.y * scale),
      width: Math.ceil(this.width * scale),
      height: Math.ceil(this.height * scale),
    }
    return this.#gray(part, page, isFilledIn ? this.form : 0)
  }

  #gray(size: { width: number; height: number }, page: Rectangle, form = this.form): Raster {
    return { ...size, gray: this.#drawn(size, page, GRAY, form) }
  }

  /**
   * @param page  where all of the page would lie on the picture, in pixels
   * @param form  whose fields are drawn over it; 0 for none
   */
  #drawn(
    { width, height }: { width: number; height: number },
    page: Rectangle,
    { format, flags, bytes }: Ink,
    form = this.form
  ): Uint8Array {
    const { module } = this
    const row = width * bytes
    const bitmap = module._FPDFBitmap_CreateEx(width, height, format, 0, row)
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const area = [page.x, page.y, page.width, page.height] as const
    module._FPDF_RenderPageBitmap(bitmap, this.page, ...area, 0, flags)
    if (form !== 0) module._FPDF_FFLDraw(form, bitmap, this.page, ...area, 0, flags)
    const at = module._FPDFBitmap_GetBuffer(bitmap)
    const stride = module._FPDFBitmap_GetStride(bitmap)
    const pixels = new Uint8Array(row * height)
    for (let line = 0; line < height; line++) {
      const start = at + line * stride
      pixels.set(module.HEAPU8.subarray(start, start + row), line * row)
    }
    module._FPDFBitmap_Destroy(bitmap)
    return pixels
  }

  close() {
    if (this.form !== 0) this.module._FORM_OnBeforeClosePage(this.page, this.form)
    this.module._FPDF_ClosePage(this.page)
  }
}
