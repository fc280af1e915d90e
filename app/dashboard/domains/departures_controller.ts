import type { HttpContext } from '@adonisjs/core/http'
import { HostTransfer } from '#app/identity/sessions/host_transfer'
import { publicUrl } from '#app/tenants/hosts/public_address'
import NothingHere from '../errors/nothing_here.js'
import { nextPath } from '../sessions/next_path.js'
import { currentSession } from '../signed_in.js'
import { isOwnAppHost } from './app_host.js'

const SHA256 = /^[0-9a-f]{64}$/

/** Somebody who is logged in here goes to another host of the tenant. */
export default class DeparturesController {
  /** GET /departures/new?to=&nonce=&next=: asked for by that host, which takes nothing that it has not asked for. */
  async create(ctx: HttpContext) {
    const { request, response } = ctx
    const { to, nonce } = request.qs()
    const next = nextPath(request.input('next')) ?? '/documents'
    if (!(await isOwnAppHost(ctx, to)) || !SHA256.test(String(nonce))) throw new NothingHere()
    const session = await currentSession(ctx)
    // a support session is valid on one host only
    if (!session?.userId) {
      const query = new URLSearchParams({ next })
      return response.redirect(publicUrl(to, `/login?${query}`), false, 303)
    }
    const code = await HostTransfer.begin(session, { host: to, nonceSha256: String(nonce), next })
    const query = new URLSearchParams({ code: code.release() })
    response.redirect(publicUrl(to, `/arrivals?${query}`), false, 303)
  }
}
