import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { BOM, csvLine } from '#app/foundation/csv_line'
import { targetsOf } from '#app/templates/bulk/column_mapping'
import { Template } from '#app/templates/template'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { phrasesOf } from '../language.js'
import { visibleTemplate } from '../templates/visible_template.js'
import { rowsFile } from './rows_file.js'
import { visibleBulkSend } from './visible_bulk_send.js'

const EXAMPLES: Record<string, (role: string) => string> = {
  name: (role) => `Ana ${role}`,
  email: () => 'ana@example.com',
  language: () => 'en',
}

export default class BulkFilesController {
  /** GET /templates/:id/bulk-sends/sample.csv */
  async sample(ctx: HttpContext) {
    const template = await visibleTemplate(ctx)
    const targets = targetsOf(template, phrasesOf(ctx))
    const example = targets.map(({ id }) => {
      const [part, role] = id.split(':')
      return EXAMPLES[part]?.(template.content.roles[Number(role)]?.name ?? '') ?? ''
    })
    attach(ctx, 'sample.csv')
    ctx.response.send(`${BOM}${csvLine(targets.map(({ header }) => header))}${csvLine(example)}`)
  }

  /** GET /bulk-sends/:id/rows.csv: what came of each row; its columns can be uploaded again. */
  async show(ctx: HttpContext) {
    const { row, id } = await visibleBulkSend(ctx)
    const template = (await Template.find(row.template_id, row.template_version))!
    attach(ctx, `${id}.csv`)
    const asked = { id, audience: ctx.dashboard.documentsOf }
    const rows = rowsFile(CurrentTenant.get(), asked, template, phrasesOf(ctx))
    ctx.response.stream(Readable.from(rows))
  }
}

function attach({ response }: HttpContext, name: string): void {
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', `attachment; filename="${name}"`)
}
