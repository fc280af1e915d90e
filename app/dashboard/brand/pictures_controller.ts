import type { HttpContext } from '@adonisjs/core/http'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import { pictureUrl } from '#app/front_door/pages/page_theme'
import PictureRefused from '#app/foundation/errors/picture_refused'
import { drawAnew } from '#app/foundation/picture/picture'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { multipartForm } from '#app/front_door/bodies/multipart_form'
import { readableInstead } from '#app/brand/brand_contrast'
import { BrandImages } from '#app/brand/brand_images'
import { phrasesOf } from '../language.js'
import { readPage } from '../page.js'

/** For the form's script: a picture is shown as it will be before the brand is saved with it, and its colour is offered. */
export default class PicturesController {
  /** POST /settings/brand/pictures */
  async store(ctx: HttpContext) {
    const { response } = ctx
    await readPage(ctx)
    ctx.profile.entitlements.require('branding')
    const { fields, files } = await multipartForm(ctx.request, FILE_LIMIT)
    const shape = new Map(fields).get('shape') === 'icon' ? 'icon' : 'logo'
    try {
      const drawn = await drawAnew(files.at(0)?.bytes ?? Buffer.alloc(0), shape)
      const name = await BrandImages.keep(drawn)
      const color = drawn.color && (readableInstead('color', drawn.color) ?? drawn.color)
      return response.send({ name, url: pictureUrl(name), color })
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      return response.status(422).send({ message: refusalIn(phrasesOf(ctx), error) })
    }
  }
}
