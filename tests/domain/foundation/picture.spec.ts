import { test } from '@japa/runner'
import sharp from 'sharp'
import { drawAnew } from '#app/foundation/picture/picture'
import type { PictureShape } from '#app/foundation/picture/picture_shape'
import PictureReaderKilled from '#app/foundation/errors/picture_reader_killed'
import PictureRefused from '#app/foundation/errors/picture_refused'
import { childProcesses, commandOf, kill } from '#tests/support/child_processes'
import { until } from '#tests/support/until'

const RED = { r: 170, g: 20, b: 40, alpha: 1 }
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }
const SQUARE = '<rect x="4" y="4" width="52" height="22" fill="#a01030"/>'

const canvas = (width: number, height: number, background = RED) =>
  sharp({ create: { width, height, channels: 4, background } })
const svg = (inside: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="30">${SQUARE}${inside}</svg>`
  )

async function faultOf(bytes: Buffer, shape: PictureShape = 'logo'): Promise<string> {
  try {
    await drawAnew(bytes, shape)
    return 'none'
  } catch (error) {
    return error instanceof PictureRefused ? error.fault : String(error)
  }
}

/** Two frames of different colour: of equal ones the encoder would make one. */
async function animated(): Promise<Buffer> {
  const frames = await Promise.all([
    canvas(32, 32).png().toBuffer(),
    canvas(32, 32, { r: 0, g: 0, b: 200, alpha: 1 }).png().toBuffer(),
  ])
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
}

const CLOSED: readonly (readonly [string, string, string?])[] = [
  ['a picture of another host', '<image href="https://evil.test/a.png" width="9" height="9"/>'],
  ['a file of the server', '<image xlink:href="file:///etc/passwd" width="9" height="9"/>'],
  ['a picture within', '<image href="data:image/png;base64,AAAA" width="9" height="9"/>'],
  ['shapes of another file', '<use href="https://evil.test/a.svg#b"/>'],
  ['a colour from elsewhere', '<rect fill="url(https://evil.test/a.svg#b)" width="9" height="9"/>'],
  ['a hidden address', '<use href="&#104;ttps://evil.test/a.svg#b"/>'],
  ['an imported style', '<style>@import "https://evil.test/a.css";</style>'],
  ['a script', '<script>alert(1)</script>'],
  [
    'foreign content',
    '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>',
  ],
  ['a style sheet', '', '<?xml-stylesheet href="https://evil.test/a.css"?>'],
  ['an entity', '<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
]

test.group('Picture', () => {
  test('is blamed for a reader that crashes, and not for one that somebody kills', async ({
    assert,
  }) => {
    const file = await canvas(1200, 300).png().toBuffer()
    for (const signal of ['SIGKILL', 'SIGSEGV'] as const) {
      const answer = drawAnew(file, 'logo').catch((error: unknown) => error)
      await until(async () => {
        for (const pid of await childProcesses(process.pid))
          if ((await commandOf(pid)).includes('picture_process')) return (kill(pid, signal), true)
        return false
      })
      const error = await answer
      if (signal === 'SIGKILL') assert.instanceOf(error, PictureReaderKilled)
      else assert.instanceOf(error, PictureRefused)
    }
  })

  test('is redrawn as PNG from {$self}, and keeps nothing of the file')
    .with(['png', 'jpeg', 'webp'] as const)
    .run(async ({ assert }, format) => {
      const exif = { IFD0: { Copyright: 'CANARY-IN-EXIF' } }
      const file = await canvas(1200, 300).withExif(exif).toFormat(format).toBuffer()
      const { bytes: png, width, height } = await drawAnew(file, 'logo')
      assert.deepEqual([width, height], [720, 180])
      const facts = await sharp(png).metadata()
      assert.equal(facts.format, 'png')
      assert.isUndefined(facts.exif)
      assert.notInclude(png.toString('latin1'), 'CANARY')
    })

  test('is drawn from an SVG at the size that pages need', async ({ assert }) => {
    const head =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    const { bytes: png, width, height } = await drawAnew(svg('<!-- CANARY -->', head), 'logo')
    assert.isAbove(width, 300)
    assert.closeTo(width / height, 2, 0.02)
    assert.notInclude(png.toString('latin1'), 'CANARY')
  })

  test('becomes a square as an icon, with room left clear', async ({ assert }) => {
    const {
      bytes: png,
      width,
      height,
    } = await drawAnew(await canvas(300, 100).png().toBuffer(), 'icon')
    assert.deepEqual([width, height], [256, 256])
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    assert.equal(data[3], 0)
  })

  test('is refused as SVG with {0}')
    .with([...CLOSED])
    .run(async ({ assert }, [, inside, head]) => {
      assert.equal(await faultOf(svg(inside, head)), 'refers_elsewhere')
    })

  test('is refused when it is no picture, whatever it says it is', async ({ assert }) => {
    assert.equal(await faultOf(Buffer.from('%PDF-1.7\n%%EOF')), 'unknown_kind')
    assert.equal(await faultOf(Buffer.from('<html><svg></svg></html>')), 'unknown_kind')
    assert.equal(await faultOf(Buffer.from('GIF89a')), 'unknown_kind')
    assert.equal(await faultOf(Buffer.alloc(0)), 'unknown_kind')
  })

  test('is refused when it is cut off or carries something behind its end', async ({ assert }) => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const file = await canvas(200, 80).toFormat(format).toBuffer()
      const behind = Buffer.concat([file, Buffer.from('<script>alert(1)</script>')])
      assert.equal(await faultOf(behind), 'unreadable', format)
      assert.equal(await faultOf(file.subarray(0, file.length >> 1)), 'unreadable', format)
    }
    const damaged = await canvas(200, 80).png().toBuffer()
    damaged.fill(7, 60, 90)
    assert.equal(await faultOf(damaged), 'unreadable')
  })

  test('is refused when it moves', async ({ assert }) => {
    assert.equal(await faultOf(await animated()), 'animated')
  })

  test('is refused when it would take too much to decode', async ({ assert }) => {
    const wide = await canvas(6000, 5000).png({ compressionLevel: 9 }).toBuffer()
    assert.isBelow(wide.length, 400_000)
    assert.oneOf(await faultOf(wide), ['too_large', 'unreadable'])
    assert.equal(await faultOf(Buffer.alloc(3 * 1024 * 1024)), 'too_large')
    const giant = svg('').toString().replace('width="60"', 'width="600000"')
    assert.oneOf(await faultOf(Buffer.from(giant)), ['too_large', 'unreadable'])
  })

  test('is refused when its few bytes take too much memory', async ({ assert }) => {
    const floods = Array.from({ length: 3000 }, (_, at) => `<feFlood result="f${at}"/>`).join('')
    const greedy = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${floods}</filter><rect width="2000" height="2000" filter="url(#f)"/></svg>`
    assert.equal(await faultOf(Buffer.from(greedy)), 'unreadable')
  })

  test('is refused when nothing of it would be seen on a white page', async ({ assert }) => {
    const white = svg('').toString().replace('#a01030', '#ffffff')
    assert.equal(await faultOf(Buffer.from(white)), 'too_pale')
    assert.equal(await faultOf(await canvas(64, 64, NOTHING).png().toBuffer()), 'too_pale')
    assert.equal(await faultOf(await canvas(4, 4).png().toBuffer()), 'too_small')
  })
})
