import type { HttpContext } from '@adonisjs/core/http'
import { FILE_LIMIT } from '#app/documents/files/file_limit'
import PictureRefused from '#app/foundation/errors/picture_refused'
import { drawAnew } from '#app/foundation/picture/picture'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import { multipartForm, type FormFile } from '#app/front_door/bodies/multipart_form'
import { BEYOND_LOOKS } from '#app/brand/brand_values'
import { BrandImages } from '#app/brand/brand_images'
import { phrasesOf } from '../language.js'
import { BrandForm, sentValues } from './brand_form.js'

const SHAPES = ['logo', 'icon'] as const

/**
 * The form as it came, with files or without, after `readPage`. A new picture is kept at once, so that it need not be chosen again should something
 * else be wrong.
 */
export async function sentBrand(ctx: HttpContext): Promise<BrandForm> {
  const { request } = ctx
  if (!request.header('content-type')?.startsWith('multipart/'))
    return formOf(sentValues(pairsOf(request.body())), ctx)
  const { fields, files } = await multipartForm(request, FILE_LIMIT)
  const form = formOf(sentValues(fields), ctx)
  const phrases = phrasesOf(ctx)
  for (const file of files) await keep(file, form, phrases)
  for (const shape of SHAPES) await assertKnown(form, shape, phrases)
  return form
}

function formOf(
  sent: ReturnType<typeof sentValues>,
  { dashboard, profile }: HttpContext
): BrandForm {
  const form = BrandForm.of(sent)
  if (dashboard.session.support) form.keepUnsent(BEYOND_LOOKS, sent, profile.brand.own)
  return form
}

async function keep(
  { field, bytes }: FormFile,
  form: BrandForm,
  phrases: DashboardPhrasebook
): Promise<void> {
  const shape = SHAPES.find((name) => field === `${name}File`)
  if (!shape) return
  try {
    form.values[shape] = await BrandImages.keep(await drawAnew(bytes, shape))
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    form.blame(shape, refusalIn(phrases, error))
  }
}

/** A picture is named by its hash: one that this tenant does not have is nobody's. */
async function assertKnown(
  form: BrandForm,
  shape: 'logo' | 'icon',
  { t }: DashboardPhrasebook
): Promise<void> {
  const name = form.values[shape]
  if (name === null || (await BrandImages.find(name))) return
  form.values[shape] = null
  form.blame(shape, t('brand.picture_gone'))
}

function pairsOf(body: Record<string, unknown>): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] => (typeof one === 'string' ? [[name, one]] : []))
  )
}
