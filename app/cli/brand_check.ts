import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { request } from 'undici'
import Tenant from '#app/tenants/tenant'
import { checkBrand, type BrandReport } from '#app/white_label/brand_check'
import type { Asker } from '#app/white_label/page_exhibits'
import { NoSuchTenant } from './_no_such_tenant.js'
import { refusalsAsSentences } from './_refusals.js'

/** Far more than a page takes; an answer that does not come is named. */
const ANSWER_MS = 20_000

export default class BrandCheck extends BaseCommand {
  static commandName = 'brand:check'
  static description =
    'Search everything the public sees of a tenant for traces of the platform or other tenants; exits with 1 if it finds any'
  static help = [
    'Renders and searches the tenant’s public pages, errors, mails, seal and certificates. Sends nothing and opens no document.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'Slug of the tenant' })
  declare slug: string

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const tenant = await Tenant.findBy('slug', this.slug)
    if (!tenant?.isReachable) throw new NoSuchTenant(this.slug)
    const { server, ask } = await this.#web()
    try {
      const report = await checkBrand(tenant, ask)
      this.#print(report)
      if (report.traces.length > 0) this.exitCode = 1
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  completed() {
    return refusalsAsSentences(this)
  }

  #print({ marks, exhibits, traces }: BrandReport): void {
    if (this.json) {
      const shown = traces.map(({ where, mark: { whose, kind, text }, excerpt }) => ({
        where,
        whose,
        kind,
        text,
        excerpt,
      }))
      this.logger.log(JSON.stringify({ slug: this.slug, exhibits, traces: shown }))
      return
    }
    this.logger.log(`Looked for ${marks.map(({ kind, text }) => `${kind} ${text}`).join(', ')}`)
    for (const name of exhibits) {
      const found = traces.filter(({ where }) => where === name)
      this.logger.log(`${found.length > 0 ? '✖' : '✔'} ${name}`)
      for (const { mark, excerpt } of found)
        this.logger.log(`    ${mark.kind} of ${mark.whose}: …${excerpt}…`)
    }
    const count = traces.length
    this.logger.log(count === 0 ? 'No trace.' : `${count} ${count === 1 ? 'trace' : 'traces'}.`)
  }

  /** The application itself, for nobody but this command. */
  async #web(): Promise<{ server: Server; ask: Asker }> {
    await import('#start/routes')
    await import('#start/kernel')
    const adonis = await this.app.container.make('server')
    await adonis.boot()
    const server = createServer(adonis.handle.bind(adonis)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const ask: Asker = async ({ host, path, method = 'GET', headers, body }) => {
      const signal = AbortSignal.timeout(ANSWER_MS)
      try {
        const answer = await request({
          origin: `http://127.0.0.1:${port}`,
          path,
          method: method as 'GET',
          headers: { ...headers, host },
          body,
          signal,
        } as never)
        const bytes = Buffer.from(await answer.body.arrayBuffer())
        return { status: answer.statusCode, headers: answer.headers, body: bytes }
      } catch (cause) {
        if (!signal.aborted) throw cause
        throw new Error(`${method} ${host}${path} gave no answer in ${ANSWER_MS / 1_000} s`, {
          cause,
        })
      }
    }
    return { server, ask }
  }
}
