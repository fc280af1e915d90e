import type { HttpContext } from '@adonisjs/core/http'
import { BOM } from '#app/foundation/csv_line'
import { readPage } from '../page.js'
import { analyticsFile } from './analytics_file.js'
import { readAnalytics } from './read_analytics.js'

export default class AnalyticsFilesController {
  /** GET /analytics/figures.csv: what the page with the same period shows. @throws FeatureNotInPlan */
  async show(ctx: HttpContext) {
    await readPage(ctx)
    const { period, rows } = await readAnalytics(ctx)
    ctx.response.header('Content-Type', 'text/csv; charset=utf-8')
    ctx.response.header('Content-Disposition', 'attachment; filename="analytics.csv"')
    ctx.response.send(BOM + analyticsFile(period, rows))
  }
}
