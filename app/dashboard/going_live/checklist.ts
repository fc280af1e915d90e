import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { domainItem } from './domain_item.js'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'
import { senderItem } from './sender_item.js'

/** What there is to do before the first real contract, in the order in which one would do it. */
export function checklistOf(readiness: Readiness, phrases: DashboardPhrasebook): Item[] {
  return [
    testItem(readiness, phrases),
    planItem(readiness, phrases),
    ownerItem(readiness, phrases),
    keyItem(readiness, phrases),
    webhookItem(readiness, phrases),
    brandItem(readiness, phrases),
    domainItem(readiness, phrases),
    senderItem(readiness, phrases),
  ]
}

function testItem({ isTestCompleted }: Readiness, { t }: DashboardPhrasebook): Item {
  const item = { key: 'test', title: t('going_live.test_title') }
  if (isTestCompleted) return { ...item, state: 'done', text: t('going_live.test_done') }
  return {
    ...item,
    state: 'missing',
    text: t('going_live.test_missing'),
    link: { text: t('going_live.test_link'), href: '/test/documents/new' },
  }
}

function planItem({ profile: { entitlements } }: Readiness, { t }: DashboardPhrasebook): Item {
  const plan = entitlements.planName
  const item = { key: 'plan', title: t('going_live.plan_title') }
  if (entitlements.may('apiLive'))
    return { ...item, state: 'done', text: t('going_live.plan_done', { plan }) }
  return {
    ...item,
    state: 'missing',
    text: t('keys.plan_note', { plan }),
    link: { text: t('frame.place_usage'), href: '/settings/usage' },
  }
}

function ownerItem({ isOwnerVerified }: Readiness, { t }: DashboardPhrasebook): Item {
  const item = { key: 'owner', title: t('going_live.owner_title') }
  if (isOwnerVerified) return { ...item, state: 'done', text: t('going_live.owner_done') }
  return {
    ...item,
    state: 'missing',
    text: t('going_live.owner_missing'),
    link: { text: t('going_live.owner_link'), href: '/forgot' },
  }
}

function keyItem(
  { hasLiveKey, profile: { entitlements } }: Readiness,
  { t }: DashboardPhrasebook
): Item {
  const item = { key: 'key', title: t('going_live.key_title') }
  if (hasLiveKey) return { ...item, state: 'done', text: t('going_live.key_done') }
  return {
    ...item,
    state: 'missing',
    text: t('going_live.key_missing'),
    ...(entitlements.may('apiLive') && {
      link: { text: t('keys.new_live'), href: '/settings/keys/new?environment=live' },
    }),
  }
}

function webhookItem(
  { isWebhookAnswered, liveEndpoints, profile }: Readiness,
  { t }: DashboardPhrasebook
): Item {
  const item = { key: 'webhook', title: t('going_live.webhook_title') }
  if (isWebhookAnswered) return { ...item, state: 'done', text: t('going_live.webhook_done') }
  if (!profile.entitlements.may('webhooks'))
    return {
      ...item,
      state: 'missing',
      text: t('webhooks.plan_note', { plan: profile.entitlements.planName }),
      link: { text: t('frame.place_usage'), href: '/settings/usage' },
    }
  const [first] = liveEndpoints
  return first
    ? {
        ...item,
        state: 'missing',
        text: t('going_live.webhook_silent'),
        link: { text: t('going_live.webhook_link'), href: `/settings/webhooks/${first.id}` },
      }
    : {
        ...item,
        state: 'missing',
        text: t('going_live.webhook_missing'),
        link: { text: t('going_live.webhook_new'), href: '/settings/webhooks/new' },
      }
}

function brandItem(
  { profile: { brand, entitlements } }: Readiness,
  { t }: DashboardPhrasebook
): Item {
  const item = { key: 'brand', title: t('going_live.brand_title') }
  const { own, inherited, isOwnInEffect } = brand
  if (isOwnInEffect && (own.logo ?? own.icon ?? own.color))
    return { ...item, state: 'done', text: t('going_live.brand_done') }
  if (inherited.reseller !== null)
    return {
      ...item,
      state: 'done',
      text: t('going_live.brand_inherited', { reseller: inherited.reseller }),
    }
  const link = { text: t('frame.place_brand'), href: '/settings/brand' }
  return entitlements.may('branding')
    ? { ...item, state: 'open', text: t('going_live.brand_open'), link }
    : { ...item, state: 'done', text: t('going_live.brand_name', { name: brand.name }) }
}
