import type { HttpContext } from '@adonisjs/core/http'
import type { Beginnings } from '#app/documents/search/beginnings'

export interface FirstStep {
  key: 'brand' | 'document' | 'colleague' | 'sandbox'
  title: string
  text: string
  isDone: boolean
  link: { text: string; href: string }
}

/** What a new account begins with, as far as this person may do it; ticked off by facts, never by hand. Null once all of it is done, or put away. */
export function firstSteps(ctx: HttpContext, beginnings: Beginnings): FirstStep[] | null {
  const { dashboard, tenant } = ctx
  if (dashboard.user.firstStepsHiddenAt || dashboard.session.support) return null
  const steps = [
    brandStep(ctx),
    documentStep(beginnings),
    colleagueStep(beginnings),
    sandboxStep(tenant.hasSandbox),
  ].filter(({ link }) => dashboard.isOpen('GET', link.href))
  return steps.some(({ isDone }) => !isDone) ? steps : null
}

function brandStep({ profile: { brand, entitlements } }: HttpContext): FirstStep {
  const { own, inherited } = brand
  return {
    key: 'brand',
    title: 'Show your brand',
    text: entitlements.may('branding')
      ? 'Upload your logo. Its colours become those of your pages and emails.'
      : 'Signers see your name. Logo and colours come with a larger plan.',
    isDone: Boolean(own.logo ?? own.icon ?? own.color) || inherited.reseller !== null,
    link: { text: 'Brand', href: '/settings/brand' },
  }
}

function documentStep({ has_sent: isDone }: Beginnings): FirstStep {
  return {
    key: 'document',
    title: 'Send a first document, to yourself',
    text: 'We have a sample ready, with you as its signer. You can also upload a PDF of your own.',
    isDone,
    link: { text: 'New document', href: '/documents/new' },
  }
}

function colleagueStep({ has_colleagues: isDone }: Beginnings): FirstStep {
  return {
    key: 'colleague',
    title: 'Invite a colleague',
    text: 'Everybody has their own log-in, and sees what they may see.',
    isDone,
    link: { text: 'Members', href: '/settings/members' },
  }
}

function sandboxStep(isDone: boolean): FirstStep {
  return {
    key: 'sandbox',
    title: 'Look around in the sandbox',
    text: 'A place to try everything, with signers who sign by themselves. Nothing there has legal effect.',
    isDone,
    link: { text: 'Sandbox', href: '/test/documents' },
  }
}
