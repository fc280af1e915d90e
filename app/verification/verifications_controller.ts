import type { HttpContext } from '@adonisjs/core/http'
import { offeredLanguages } from '#app/brand/brand_languages'
import { PRODUCT_NAME } from '#app/brand/platform_brand'
import { PLATFORM_COLOR, type BrandValues } from '#app/brand/brand_values'
import { Profile } from '#app/brand/profile'
import { isLanguage } from '#app/foundation/phrases/languages'
import { Phrasebook, type PhraseKey } from '#app/foundation/phrases/phrasebook'
import { isRefusal } from '#app/foundation/refusal'
import { Outage } from '#app/foundation/outage'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import TooManyChecks from './errors/too_many_checks.js'
import { languageChoice } from '#app/front_door/languages/language_choice'
import { speech } from '#app/front_door/languages/speech'
import { wantedLanguage } from '#app/front_door/languages/wanted_language'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { portableRoots } from '#app/sealing/verifier/portable_roots'
import { acceptedAuthorities } from '#app/signing/seal/accepted_roots'
import { revokedScript } from '#app/signing/seal/revoked_script'
import { fileWords, type FileWords } from '#app/signing/verified_file/file_words'
import { codeFields, printedCode } from '#app/documents/tracking/printed_code'
import { codeWords } from './code_words.js'
import { MAX_MEBIBYTES, verifiedUpload } from './verified_upload.js'

type Shown = Partial<BrandValues> & { name: string }

const PLATFORM: Shown = { name: PRODUCT_NAME, color: PLATFORM_COLOR }

/** For anybody who was given a sealed PDF: on every host of a tenant in its colours, and on the platform's own. */
export default class VerificationsController {
  /** GET /verify */
  async show(ctx: HttpContext) {
    const phrases = await speak(ctx)
    return send(ctx, phrases, { seal: null, error: null })
  }

  /** POST /verify: the file is read and forgotten. */
  async store(ctx: HttpContext) {
    const phrases = await speak(ctx)
    try {
      const found = await verifiedUpload(ctx.request)
      if (found) {
        const seal = fileWords(found.report, found.trail, phrases)
        return send(ctx, phrases, { seal, error: null })
      }
      return send(ctx, phrases, { seal: null, error: phrases.t('verify.no_file') }, 422)
    } catch (error) {
      const [key, status] = faultOf(error)
      const text = phrases.t(key, { max: MAX_MEBIBYTES })
      return send(ctx, phrases, { seal: null, error: text }, status)
    }
  }
}

/** @throws what is no fault of the file */
function faultOf(error: unknown): [PhraseKey, number] {
  if (error instanceof TooManyChecks) return ['verify.busy', 429]
  if (error instanceof Outage) return ['verify.busy', 503]
  if (error instanceof FileTooLarge) return ['verify.too_large', 413]
  if (isRefusal(error) && error.kind === 'invalid') return ['verify.unreadable', 422]
  throw error
}

/** The tenant's as it is now: what is checked may be of any time. */
async function brandOf({ target: { tenant } }: HttpContext): Promise<Shown> {
  if (!tenant) return PLATFORM
  const { brand } = await CurrentTenant.run({ tenant, environment: 'live' }, () =>
    Profile.current()
  )
  return brand.snapshot
}

async function speak(ctx: HttpContext): Promise<Phrasebook> {
  const { request, view } = ctx
  const brand = await brandOf(ctx)
  const offered = offeredLanguages(brand)
  const { language: chosen } = request.qs()
  const code = printedCode(request.qs())
  const language =
    isLanguage(chosen) && offered.includes(chosen) ? chosen : wantedLanguage(request, offered)
  view.share({
    ...speech(language),
    brand: pageTheme(brand),
    choice: languageChoice(brand, {
      action: '/verify',
      method: 'get',
      ...(code && { kept: codeFields(code) }),
    }),
  })
  return Phrasebook.in(language)
}

async function send(
  ctx: HttpContext,
  phrases: Phrasebook,
  state: { seal: FileWords | null; error: string | null },
  status = 200
): Promise<void> {
  const { view, response } = ctx
  const { t, language } = phrases
  const html = await view.render('verification/verify', {
    ...state,
    language,
    code: await codeWords(ctx, phrases),
    max: MAX_MEBIBYTES,
    roots: JSON.stringify(portableRoots(await acceptedAuthorities())),
    revoked: await revokedScript(),
    words: JSON.stringify({
      checking: t('verify.checking'),
      unavailable: t('verify.unavailable'),
      notRead: t('verify.not_read'),
      unreadable: t('verify.unreadable'),
    }),
  })
  response.status(status).type('text/html').send(html)
}
