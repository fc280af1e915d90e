import type { HttpContext } from '@adonisjs/core/http'
import type { Beginnings } from '#app/documents/search/beginnings'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { phrasesOf } from '../language.js'

type Phrases = Pick<DashboardPhrasebook, 't'>

export interface FirstStep {
  key: 'brand' | 'document' | 'colleague' | 'sandbox'
  title: string
  text: string
  isDone: boolean
  link: { text: string; href: string }
  /** Whether it leads somewhere for people who send nothing. */
  isForSenders?: true
}

/** What a new account begins with, as far as this person may do it; ticked off by facts, never by hand. Null once all of it is done, or put away. */
export function firstSteps(ctx: HttpContext, beginnings: Beginnings): FirstStep[] | null {
  const { dashboard, tenant } = ctx
  if (dashboard.user.firstStepsHiddenAt || dashboard.session.support) return null
  const phrases = phrasesOf(ctx)
  const steps = [
    brandStep(ctx, phrases),
    documentStep(beginnings, phrases),
    colleagueStep(beginnings, phrases),
    sandboxStep(tenant.hasSandbox, phrases),
  ].filter(
    ({ link, isForSenders }) =>
      dashboard.isOpen('GET', link.href) &&
      (!isForSenders || dashboard.isOpen('GET', '/documents/new'))
  )
  return steps.some(({ isDone }) => !isDone) ? steps : null
}

function brandStep({ profile: { brand, entitlements } }: HttpContext, { t }: Phrases): FirstStep {
  const { own, inherited } = brand
  return {
    key: 'brand',
    title: t('home.brand'),
    text: entitlements.may('branding') ? t('home.brand_text') : t('home.brand_beyond_plan'),
    isDone: Boolean(own.logo ?? own.icon ?? own.color) || inherited.reseller !== null,
    link: { text: t('frame.place_brand'), href: '/settings/brand' },
  }
}

function documentStep({ has_sent: isDone }: Beginnings, { t }: Phrases): FirstStep {
  return {
    key: 'document',
    title: t('home.document'),
    text: t('home.document_text'),
    isDone,
    link: { text: t('common.new_document'), href: '/documents/new' },
  }
}

function colleagueStep({ has_colleagues: isDone }: Beginnings, { t }: Phrases): FirstStep {
  return {
    key: 'colleague',
    title: t('home.colleague'),
    text: t('home.colleague_text'),
    isDone,
    link: { text: t('frame.place_members'), href: '/settings/members' },
  }
}

function sandboxStep(isDone: boolean, { t }: Phrases): FirstStep {
  return {
    key: 'sandbox',
    title: t('home.sandbox'),
    text: t('home.sandbox_text'),
    isDone,
    link: { text: t('home.sandbox_link'), href: '/test/documents' },
    isForSenders: true,
  }
}
