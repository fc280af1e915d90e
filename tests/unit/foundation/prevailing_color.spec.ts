import { test } from '@japa/runner'
import sharp from 'sharp'
import { prevailingColor } from '#app/foundation/picture/prevailing_color'

const drawing = (shapes: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60">${shapes}</svg>`)
  )
    .png()
    .toBuffer()

test.group('Prevailing colour of a picture', () => {
  test('is what most of it is painted in, beside white and black', async ({ assert }) => {
    const png = await drawing(
      '<rect width="200" height="60" fill="#fff"/><rect width="60" height="40" fill="#111"/>' +
        '<rect x="70" width="60" height="40" fill="#c81e5b"/><rect x="140" width="20" height="20" fill="#1e5bc8"/>'
    )
    assert.equal(await prevailingColor(png), '#c81e5b')
  })

  test('is none of black, white and greys, nor of a few dots', async ({ assert }) => {
    const grey = await drawing('<rect width="200" height="60" fill="#767a7f"/>')
    assert.isNull(await prevailingColor(grey))
    const dots = await drawing(
      '<rect width="200" height="60" fill="#222"/><rect width="12" height="12" fill="#f00"/>'
    )
    assert.isNull(await prevailingColor(dots))
  })

  test('looks through what cannot be seen', async ({ assert }) => {
    const png = await drawing(
      '<rect width="200" height="60" fill="#00ff00" fill-opacity="0.1"/><circle cx="30" cy="30" r="12" fill="#0b6e4f"/>'
    )
    assert.equal(await prevailingColor(png), '#0b6e4f')
  })
})
