import type { HttpContext } from '@adonisjs/core/http'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { LANGUAGES } from '#app/foundation/phrases/languages'
import { pictureUrl } from '#app/front_door/pages/page_theme'
import { FACES } from '#app/brand/brand_faces'
import {
  differInLooksAlone,
  FINISHED_FILES,
  RADII,
  type BrandKey,
  type BrandValues,
  type FinishedFile,
  type Radius,
} from '#app/brand/brand_values'
import { offeredLanguages } from '#app/brand/brand_languages'
import BrandVersion from '#app/brand/brand_version'
import { firstChosen, PLATFORM_COLOR, valuesBehind } from '#app/brand/brand_values'
import { MAX_ATTACHED_MB } from '#app/notifications/messages/finished_files'
import { framing } from '../framed_mail.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import { consentText, type BrandForm } from './brand_form.js'
import { PREVIEWS } from './previews.js'

const RADIUS_WORDS = {
  none: 'brand.radius_none',
  small: 'brand.radius_small',
  medium: 'brand.radius_medium',
  large: 'brand.radius_large',
} as const satisfies Record<Radius, DashboardKey>

const FINISHED_WORDS = {
  link: 'brand.finished_link',
  attachment: 'brand.finished_attachment',
} as const satisfies Record<FinishedFile, DashboardKey>

/** The form with its preview, after `readPage`. */
export async function showBrand(ctx: HttpContext, form: BrandForm, status = 200): Promise<void> {
  const { brand, entitlements } = ctx.profile
  const behind = valuesBehind(form.values, brand.inherited.values)
  const hasBranding = entitlements.may('branding')
  const mayChange = hasBranding && ctx.dashboard.isOpen('POST', '/settings/brand')
  const looksAlone = Boolean(ctx.dashboard.session.support)
  const phrases = phrasesOf(ctx)
  framing(ctx)
  await showPage(
    ctx,
    'dashboard/brand/index',
    {
      values: { ...form.values, ...textsOf(form.values) },
      initial: form.initial,
      errors: Object.fromEntries(form.faults),
      inherited: inheritedWords(behind, entitlements.name, phrases),
      source: sourceOf(ctx),
      isNamed: behind.name !== null,
      isReseller: entitlements.isReseller,
      pictures: picturesOf(form.values, behind),
      swatches: swatches(form.values, brand.inherited.values),
      radii: RADII.map((value) => ({ value, label: phrases.t(RADIUS_WORDS[value]) })),
      finishedFiles: FINISHED_FILES.map((value) => ({
        value,
        label: phrases.t(FINISHED_WORDS[value], { max: MAX_ATTACHED_MB }),
      })),
      faces: Object.entries(FACES).map(([value, { label }]) => ({ value, label })),
      languages: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      beginning: LANGUAGES[offeredLanguages(brand.inherited.values)[0]],
      previews: PREVIEWS,
      mayChange,
      looksAlone,
      planNote: hasBranding ? null : noteOfPlan(ctx),
      versions: (await BrandVersion.recent()).map((version, index) => ({
        ...versionView(version, index),
        mayRestore: mayChange && !(looksAlone && !differInLooksAlone(version.values, brand.own)),
      })),
    },
    status
  )
}

/** From whom a tenant inherits, by the name of its brand. */
function sourceOf({ profile: { brand } }: HttpContext): string | null {
  return brand.inherited.reseller
}

function textsOf({ consent, redirectHosts }: BrandValues) {
  return {
    consentStatement: consent?.statement ?? '',
    consentText: consentText(consent),
    redirectHosts: (redirectHosts ?? []).join('\n'),
  }
}

/** What stands where nothing is chosen, in words. */
function inheritedWords(
  values: BrandValues,
  accountName: string,
  { t }: DashboardPhrasebook
): Record<BrandKey, string> {
  return {
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value ?? '')])),
    name: values.name ?? accountName,
    color: values.color ?? PLATFORM_COLOR,
    linkColor: values.linkColor ?? t('brand.derived_color'),
    radius: t(RADIUS_WORDS[values.radius ?? 'medium']),
    finishedFile: t(FINISHED_WORDS[values.finishedFile ?? 'link'], { max: MAX_ATTACHED_MB }),
    font: FACES[values.font ?? 'noto-sans'].label,
    consent: values.consent?.statement ?? '',
    redirectHosts: (values.redirectHosts ?? []).join(', '),
    languages: offeredLanguages(values)
      .map((language) => LANGUAGES[language])
      .join(', '),
  } as Record<BrandKey, string>
}

function picturesOf(own: BrandValues, inherited: BrandValues) {
  const shown = (shape: 'logo' | 'icon') => ({
    own: pictureUrl(own[shape]),
    inherited: pictureUrl(inherited[shape]),
  })
  return { logo: shown('logo'), icon: shown('icon') }
}

/** Where the colour fields begin: what shows now. */
function swatches(own: BrandValues, inherited: BrandValues) {
  const { color, linkColor } = firstChosen(own, inherited)
  const main = isHex(color) ? color : PLATFORM_COLOR
  return { color: main, linkColor: isHex(linkColor) ? linkColor : main }
}

function isHex(text: string | null): text is string {
  return /^#[0-9a-f]{6}$/.test(text ?? '')
}

function noteOfPlan(ctx: HttpContext): string {
  const source = sourceOf(ctx)
  const plan = ctx.profile.entitlements.planName
  const { t } = phrasesOf(ctx)
  return source ? t('brand.plan_note_from', { plan, source }) : t('brand.plan_note', { plan })
}

function versionView({ version, actorName, createdAt, values }: BrandVersion, index: number) {
  return {
    version,
    actorName,
    createdAt,
    name: values.name,
    color: isHex(values.color) ? values.color : null,
    isCurrent: index === 0,
  }
}
