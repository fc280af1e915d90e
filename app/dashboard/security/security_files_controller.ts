import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { securityFile } from './security_file.js'
import { SecurityFilter } from './security_filter.js'
import { phrasesOf } from '../language.js'

export default class SecurityFilesController {
  /** GET /settings/security/log.csv: what the page with the same filters lists. */
  async show(ctx: HttpContext) {
    const { request, response } = ctx
    const filter = await SecurityFilter.search(SecurityFilter.of(request.qs()))
    response.header('Content-Type', 'text/csv; charset=utf-8')
    response.header('Content-Disposition', 'attachment; filename="security-log.csv"')
    response.stream(Readable.from(securityFile(CurrentTenant.get(), filter, phrasesOf(ctx))))
  }
}
