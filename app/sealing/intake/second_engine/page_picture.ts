import sharp from 'sharp'
import PdfMalformed from '../../errors/pdf_malformed.js'
import type { SecondEngine } from './second_engine.js'

/** Sharp on a phone that has three pixels for one. */
const WIDTH = 1080
/** Text becomes small and stays sharp without loss; what is larger than this is a scan or a photograph. */
const LARGE_BYTES = 160_000
const CRISP = { nearLossless: true, quality: 40 }
const PHOTOGRAPHIC = { quality: 60 }

/**
 * One page as WebP, as it is seen.
 *
 * @param canonical  of an upload; runs in a process that may be killed
 * @param number  from 1
 * @throws PdfMalformed for a page that is not there or cannot be read
 */
export async function pagePicture(
  engine: SecondEngine,
  canonical: Uint8Array,
  number: number
): Promise<Buffer> {
  const { rgbx, width, height } = drawn(engine, canonical, number)
  const picture = sharp(rgbx, { raw: { width, height, channels: 4 } }).removeAlpha()
  const crisp = await picture.clone().webp(CRISP).toBuffer()
  return crisp.length <= LARGE_BYTES ? crisp : picture.webp(PHOTOGRAPHIC).toBuffer()
}

function drawn(engine: SecondEngine, canonical: Uint8Array, number: number) {
  const file = engine.open(canonical)
  if (!file) throw new PdfMalformed('it does not open')
  try {
    const page = number > file.pageCount ? null : file.page(number - 1)
    if (!page) throw new PdfMalformed(`page ${number} cannot be read`)
    try {
      return page.picture(WIDTH)
    } finally {
      page.close()
    }
  } finally {
    file.close()
  }
}
