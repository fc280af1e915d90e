import type { HttpContext } from '@adonisjs/core/http'
import { clientInfo } from '#app/front_door/client_info'
import { allowFormsTo } from '#app/front_door/pages/form_target'
import { HostTransfer } from '#app/identity/sessions/host_transfer'
import type { AppHost } from '#app/tenants/domains/app_host'
import { displayHost } from '#app/tenants/domains/display_host'
import { leadsHere } from '#app/tenants/domains/host_lookup'
import { publicUrl } from '#app/tenants/hosts/public_address'
import NothingHere from '../errors/nothing_here.js'
import { readPage, showWholePage } from '../page.js'
import { nextPath } from '../sessions/next_path.js'
import { currentSession } from '../signed_in.js'
import { otherAppHost } from './app_host.js'

const SHA256 = /^[0-9a-f]{64}$/

/** Somebody who is logged in here goes to another host of the tenant. */
export default class DeparturesController {
  /** GET /departures/new?to=&nonce=&next=: any link may lead here, so it asks the person first. */
  async create(ctx: HttpContext) {
    const departure = await departureOf(ctx, ctx.request.qs())
    const { to, nonce, next } = departure
    if (!(await leadsHere(to))) return showAstray(ctx, to)
    const session = await currentSession(ctx)
    // a support session is valid on one host only
    if (!session?.userId) return ctx.response.redirect(logInAt(departure), false, 303)
    await readPage(ctx)
    allowFormsTo(ctx, publicUrl(to.host, '/'))
    return showWholePage(ctx, 'dashboard/domains/depart', {
      ...{ nonce, next, to: to.host },
      ...{ host: displayHost(to.host), email: session.user.email },
    })
  }

  /** POST /departures: the code goes with the person, who said so on a page of ours. */
  async store(ctx: HttpContext) {
    const { request, response } = ctx
    const departure = await departureOf(ctx, request.body())
    const { to, nonce: nonceSha256, next } = departure
    if (!(await leadsHere(to))) return showAstray(ctx, to)
    const session = await currentSession(ctx)
    if (!session?.userId) return response.redirect(logInAt(departure), false, 303)
    const destination = { host: to.host, nonceSha256, next }
    const code = await HostTransfer.begin(session, destination, clientInfo(request))
    const query = new URLSearchParams({ code: code.release(), next })
    response.redirect(publicUrl(to.host, `/arrivals?${query}`), false, 303)
  }
}

interface Departure {
  to: AppHost
  /** SHA-256 of what the other host gave the browser to be known by. */
  nonce: string
  next: string
}

/** @throws NothingHere */
async function departureOf(ctx: HttpContext, asked: Record<string, unknown>): Promise<Departure> {
  const to = await otherAppHost(ctx, asked.to)
  const nonce = String(asked.nonce)
  if (!to || !SHA256.test(nonce)) throw new NothingHere()
  return { to, nonce, next: nextPath(asked.next) ?? '/documents' }
}

function logInAt({ to, next }: Departure): string {
  return publicUrl(to.host, `/login?${new URLSearchParams({ next })}`)
}

async function showAstray(ctx: HttpContext, { host }: AppHost): Promise<void> {
  await readPage(ctx)
  return showWholePage(ctx, 'dashboard/domains/astray', { host: displayHost(host) }, 409)
}
