import sharp from 'sharp'

const SIDE = 64
const VISIBLE = 128
/** Between the strongest and the weakest channel, of 255: below it something is grey to the eye. */
const MIN_CHROMA = 40
/** Of what is seen of a picture. */
const MIN_SHARE = 0.03

interface Bin {
  pixels: number
  sum: [number, number, number]
}

/** The colour that most of a picture has, but for black, white and greys. @returns `#rrggbb`, null where it has none */
export async function prevailingColor(png: Buffer): Promise<string | null> {
  const small = sharp(png).ensureAlpha().resize(SIDE, SIDE, { fit: 'inside', kernel: 'nearest' })
  const data = await small.raw().toBuffer()
  const bins = new Map<number, Bin>()
  let seen = 0
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < VISIBLE) continue
    seen += 1
    const color: Bin['sum'] = [data[at], data[at + 1], data[at + 2]]
    if (Math.max(...color) - Math.min(...color) < MIN_CHROMA) continue
    const place = color.reduce((number, channel) => number * 8 + (channel >> 5), 0)
    const bin = bins.get(place) ?? { pixels: 0, sum: [0, 0, 0] }
    bin.pixels += 1
    color.forEach((channel, axis) => (bin.sum[axis] += channel))
    bins.set(place, bin)
  }
  const [most] = [...bins.values()].sort((a, b) => b.pixels - a.pixels)
  return most && most.pixels >= seen * MIN_SHARE ? hexOf(most) : null
}

function hexOf({ pixels, sum }: Bin): string {
  const channels = sum.map((one) =>
    Math.round(one / pixels)
      .toString(16)
      .padStart(2, '0')
  )
  return `#${channels.join('')}`
}
