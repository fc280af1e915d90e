import type { HttpContext } from '@adonisjs/core/http'
import { DAY_MS } from '#app/foundation/duration'
import { isLanguage, type Language } from '#app/foundation/phrases/languages'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { languageChoice } from '#app/front_door/languages/language_choice'
import { pageTheme } from '#app/front_door/pages/page_theme'
import { speech } from '#app/front_door/languages/speech'
import { sampleMessage } from '#app/notifications/messages/sample_message'
import { consentOf } from '#app/signing/consent'
import { offeredLanguages } from '#app/brand/brand_languages'
import type { BrandSnapshot } from '#app/brand/effective_brand'

/** What can be looked at before it is saved. */
export const PREVIEWS = ['signing', 'mail', 'certificate'] as const

export type Part = (typeof PREVIEWS)[number]

/** It is shown, and leads nowhere. */
const CHOICE = { action: '', method: 'get' } as const

const IN_A_MONTH_MS = 30 * DAY_MS

const SEALED_AT = new Date('2026-11-21T12:00:00Z')

const SAMPLE = {
  title: 'Service agreement',
  pageCount: 4,
  message: 'Here is the agreement that we discussed. Please sign it by the end of the month.',
}

const SIGNERS = ['Sam Signer', 'Olivia Sender'] as const

/** The one that was asked for, else the one that signers begin with. */
export function previewLanguage(value: unknown, brand: BrandSnapshot): Language {
  return isLanguage(value) ? value : offeredLanguages(brand)[0]
}

export function partOf(value: unknown): Part {
  return PREVIEWS.find((part) => part === value) ?? 'signing'
}

/** A page or a mail as it would be under a brand. */
export function preview(
  ctx: HttpContext,
  part: Part,
  brand: BrandSnapshot,
  language: Language
): Promise<string> {
  if (part === 'mail') return sampleMessage(brand, language)
  const theme = pageTheme(brand)
  return part === 'signing'
    ? signingPage(ctx, brand, theme, language)
    : certificate(ctx, brand, theme, language)
}

function signingPage(
  { view }: HttpContext,
  brand: BrandSnapshot,
  theme: object,
  language: Language
): Promise<string> {
  view.share({ brand: theme, ...speech(language), choice: languageChoice(brand, CHOICE) })
  return view.render('signer_pages/consent', {
    document: { ...SAMPLE, expiresAt: new Date(Date.now() + IN_A_MONTH_MS) },
    signer: { name: SIGNERS[0] },
    consent: consentOf({ brand }, language),
    base: '',
    isTest: false,
    questions: [],
    error: null,
  })
}

function certificate(
  { view }: HttpContext,
  brand: BrandSnapshot,
  theme: object,
  language: Language
): Promise<string> {
  view.share({ brand: theme, ...speech(language) })
  const { printedDay, instant } = Phrasebook.in(language)
  return view.render('dashboard/brand/certificate', {
    ...{ title: SAMPLE.title, pageCount: SAMPLE.pageCount, sealedBy: brand.name },
    ...{ documentId: 'doc_01m7y3b4440afeee', signers: SIGNERS, algorithm: 'ECDSA P-256' },
    ...{ signedOn: printedDay(SEALED_AT), sealedAt: instant(SEALED_AT) },
  })
}
