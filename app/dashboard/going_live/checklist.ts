import { domainItem } from './domain_item.js'
import type { Item } from './item.js'
import type { Readiness } from './readiness.js'
import { senderItem } from './sender_item.js'

/** What there is to do before the first real contract, in the order in which one would do it. */
export function checklistOf(readiness: Readiness): Item[] {
  return [
    testItem(readiness),
    planItem(readiness),
    ownerItem(readiness),
    keyItem(readiness),
    webhookItem(readiness),
    brandItem(readiness),
    domainItem(readiness),
    senderItem(readiness),
  ]
}

function testItem({ isTestCompleted }: Readiness): Item {
  const item = { key: 'test', title: 'A completed test document' }
  if (isTestCompleted)
    return { ...item, state: 'done', text: 'One was signed and sealed in the sandbox.' }
  return {
    ...item,
    state: 'missing',
    text: 'Send one in the sandbox to signer@sandbox.test, who signs automatically within seconds.',
    link: { text: 'New test document', href: '/test/documents/new' },
  }
}

function planItem({ profile: { entitlements } }: Readiness): Item {
  const item = { key: 'plan', title: 'A plan with the live API' }
  if (entitlements.may('apiLive'))
    return { ...item, state: 'done', text: `Your plan, ${entitlements.planName}, has it.` }
  return {
    ...item,
    state: 'missing',
    text: `Your plan, ${entitlements.planName}, has the API in the sandbox only.`,
    link: { text: 'Usage and plan', href: '/settings/usage' },
  }
}

function ownerItem({ isOwnerVerified }: Readiness): Item {
  const item = { key: 'owner', title: 'A confirmed owner’s address' }
  if (isOwnerVerified)
    return { ...item, state: 'done', text: 'An owner has followed a link in an email.' }
  return {
    ...item,
    state: 'missing',
    text: 'Until then you cannot send real documents. The link for choosing a password confirms the address; an owner can have it sent again.',
    link: { text: 'Send a link', href: '/forgot' },
  }
}

function keyItem({ hasLiveKey, profile: { entitlements } }: Readiness): Item {
  const item = { key: 'key', title: 'A live API key' }
  if (hasLiveKey)
    return { ...item, state: 'done', text: 'You have one. Each program should have its own.' }
  return {
    ...item,
    state: 'missing',
    text: 'Give it only the scopes that your program needs.',
    ...(entitlements.may('apiLive') && {
      link: { text: 'New live key', href: '/settings/keys/new?environment=live' },
    }),
  }
}

function webhookItem({ isWebhookAnswered, liveEndpoints, profile }: Readiness): Item {
  const item = { key: 'webhook', title: 'A live webhook that works' }
  if (isWebhookAnswered)
    return { ...item, state: 'done', text: 'Your server has accepted a delivery with a 2xx.' }
  if (!profile.entitlements.may('webhooks'))
    return {
      ...item,
      state: 'missing',
      text: `Your plan, ${profile.entitlements.planName}, has webhooks in the sandbox only.`,
      link: { text: 'Usage and plan', href: '/settings/usage' },
    }
  const [first] = liveEndpoints
  return first
    ? {
        ...item,
        state: 'missing',
        text: 'Nothing was delivered in the last 30 days. Send a test event.',
        link: { text: 'Go to the webhook', href: `/settings/webhooks/${first.id}` },
      }
    : {
        ...item,
        state: 'missing',
        text: 'Sandbox webhooks receive no live events. Copy them below, or create a new one.',
        link: { text: 'New webhook', href: '/settings/webhooks/new' },
      }
}

function brandItem({ profile: { brand, entitlements } }: Readiness): Item {
  const item = { key: 'brand', title: 'Your brand' }
  const { own, inherited, isOwnInEffect } = brand
  if (isOwnInEffect && (own.logo ?? own.icon ?? own.color))
    return { ...item, state: 'done', text: 'Pages, emails and documents show your brand.' }
  if (inherited.reseller !== null)
    return {
      ...item,
      state: 'done',
      text: `Pages and emails show your name with the logo and colours of ${inherited.reseller}.`,
    }
  const link = { text: 'Brand', href: '/settings/brand' }
  return entitlements.may('branding')
    ? { ...item, state: 'open', text: 'Signers see your name. Add a logo and a colour.', link }
    : { ...item, state: 'done', text: `Signers see your name, ${brand.name}.` }
}
