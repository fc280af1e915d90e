import type { HttpContext } from '@adonisjs/core/http'
import { rolesGivenBy } from '#app/identity/access/role'
import Domain, { PURPOSES, type Purpose } from '#app/tenants/domains/domain'
import { DomainRegister } from '#app/tenants/domains/domain_register'
import { targetOf } from '#app/tenants/domains/domain_target'
import { hostBelowBase } from '#app/tenants/hosts/tenant_hosts'
import { platformHost, publicUrl } from '#app/tenants/hosts/public_address'
import { displayHost } from '#app/tenants/domains/display_host'
import { flash } from '#app/front_door/pages/flash'
import NothingHere from '../errors/nothing_here.js'
import { phrasesOf } from '../language.js'
import { readPage, showPage } from '../page.js'
import { DomainForm } from './domain_form.js'
import { findDomain } from './found_domain.js'
import { listedDomain, domainView } from './domain_view.js'
import { isHostOfSso } from './sso_host.js'

export default class DomainsController {
  /** GET /settings/domains */
  async index(ctx: HttpContext) {
    await readPage(ctx)
    const { entitlements } = ctx.profile
    const own = await Domain.query()
      .where('tenantId', ctx.tenant.id)
      .whereNot('status', 'released')
      .orderBy('createdAt')
    return showPage(ctx, 'dashboard/domains/index', {
      domains: own.map((domain) => listedDomain(domain, entitlements, phrasesOf(ctx))),
      givenHosts: await givenHosts(ctx),
      transferPath: transferPath(ctx),
      mayAdd: entitlements.may('customDomain') || mayAddBase(ctx),
      planNote: noteOfPlan(ctx, 'customDomain'),
    })
  }

  /** GET /settings/domains/new */
  async create(ctx: HttpContext) {
    await readPage(ctx)
    const { entitlements } = ctx.profile
    if (!mayAddBase(ctx)) entitlements.require('customDomain')
    return showForm(ctx, 'create', DomainForm.blank(allowedPurposes(ctx)))
  }

  /** POST /settings/domains */
  async store(ctx: HttpContext) {
    ctx.dashboard.requireOpenAccount()
    await readPage(ctx)
    const form = DomainForm.of(ctx)
    ctx.profile.entitlements.require(form.values.kind === 'base' ? 'resell' : 'customDomain')
    const by = ctx.dashboard.actor(ctx)
    const made = await form.accept(phrasesOf(ctx), (values) =>
      DomainRegister.claim({
        ...values,
        ...{ tenantId: ctx.tenant.id, by, mayHostLogIns: mayHostLogIns(ctx) },
      })
    )
    if (!made) return showForm(ctx, 'create', form, 422)
    ctx.response.redirect(`/settings/domains/${made.id}`, false, 303)
  }

  /** GET /settings/domains/:id: what is expected of its DNS, what was found there, and what to do. */
  async show(ctx: HttpContext) {
    const domain = await findDomain(ctx)
    const target = await targetOf(domain.tenantId)
    return showPage(ctx, 'dashboard/domains/show', {
      domain: domainView(domain, target, ctx.profile.entitlements, phrasesOf(ctx)),
      transferPath: transferPath(ctx),
      planNote: noteOfPlan(ctx, domain.kind === 'base' ? 'resell' : 'customDomain'),
    })
  }

  /** GET /settings/domains/:id/edit */
  async edit(ctx: HttpContext) {
    const domain = await findHost(ctx)
    return showForm(ctx, 'edit', DomainForm.filled(domain), 200, domain)
  }

  /** POST /settings/domains/:id */
  async update(ctx: HttpContext) {
    const domain = await findHost(ctx)
    ctx.profile.entitlements.require('customDomain')
    const form = DomainForm.of(ctx, domain)
    const by = ctx.dashboard.actor(ctx)
    const isDone = await form.accept(phrasesOf(ctx), async (values) => {
      await DomainRegister.change(domain, { ...values, by, mayHostLogIns: mayHostLogIns(ctx) })
      return true
    })
    if (!isDone) return showForm(ctx, 'edit', form, 422, domain)
    flash(ctx, 'success', phrasesOf(ctx).t('domains.saved'))
    ctx.response.redirect(`/settings/domains/${domain.id}`, false, 303)
  }
}

/** What a base is for is not to be chosen. */
async function findHost(ctx: HttpContext): Promise<Domain> {
  const domain = await findDomain(ctx)
  if (domain.kind === 'base') throw new NothingHere()
  return domain
}

async function showForm(
  ctx: HttpContext,
  page: 'create' | 'edit',
  { values, errors }: DomainForm,
  status = 200,
  domain?: Domain
) {
  const { entitlements } = ctx.profile
  const mayHaveBase = mayAddBase(ctx)
  const mayHaveHost = entitlements.may('customDomain')
  const shown = domain && { id: domain.id, host: displayHost(domain.host) }
  const baseByOwner = entitlements.may('resell') && !mayHaveBase
  const allowed = { mayHaveBase, mayHaveHost, baseByOwner }
  const purposes = allowedPurposes(ctx, domain)
  const isSsoHost = domain !== undefined && (await isHostOfSso(domain))
  const mayBeDashboard = purposes.includes('app')
  const shownForm = { values, errors, ...allowed, purposes, mayBeDashboard }
  const state = { ...shownForm, domain: shown, isSsoHost }
  return showPage(ctx, `dashboard/domains/${page}`, state, status)
}

/**
 * People log in at a host with a dashboard, and links to new passwords lead there. Those who rule its DNS could be anybody who comes, so it takes
 * somebody who may make an owner.
 */
function mayHostLogIns({ dashboard }: HttpContext): boolean {
  return rolesGivenBy(dashboard.user.role).includes('owner')
}

function mayAddBase(ctx: HttpContext): boolean {
  return ctx.profile.entitlements.may('resell') && mayHostLogIns(ctx)
}

function allowedPurposes(ctx: HttpContext, domain?: Domain): readonly Purpose[] {
  return mayHostLogIns(ctx) || domain?.purposes.includes('app')
    ? PURPOSES
    : PURPOSES.filter((purpose) => purpose !== 'app')
}

/** Hosts that a tenant has without doing anything for them. */
async function givenHosts({ tenant, target, profile: { entitlements } }: HttpContext) {
  const { parentId } = entitlements
  const below = await hostBelowBase({ slug: tenant.slug, parentId })
  const hosts = [below, platformHost(tenant.slug)].filter((host) => host !== null)
  return hosts.map((host) => ({
    host,
    url: publicUrl(host, '/'),
    isHere: host === target.host,
    isFirst: host === entitlements.host,
  }))
}

/** How a link leads to another host of the tenant without a second log-in. */
function transferPath({ target }: HttpContext): string {
  return `arrivals/new?${new URLSearchParams({ from: target.host })}`
}

/** Why there can be none; null where there can. What is there goes on leading here. */
function noteOfPlan(ctx: HttpContext, feature: 'customDomain' | 'resell'): string | null {
  const { entitlements } = ctx.profile
  if (entitlements.may(feature)) return null
  const note = feature === 'resell' ? 'domains.plan_note_base' : 'domains.plan_note'
  return phrasesOf(ctx).t(note, { plan: entitlements.planName })
}
