import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { listFile } from './list_file.js'
import { ListFilter } from './list_filter.js'

export default class ListFilesController {
  /** GET /documents/list.csv: what the page with the same filters lists. */
  async show({ request, response, dashboard }: HttpContext) {
    const filter = ListFilter.of(request.qs())
    response.header('Content-Type', 'text/csv; charset=utf-8')
    response.header('Content-Disposition', 'attachment; filename="documents.csv"')
    response.stream(Readable.from(listFile(CurrentTenant.get(), filter, dashboard.documentsOf)))
  }
}
