import type { HttpContext } from '@adonisjs/core/http'
import type { Encoding } from './asset.js'
import library from './library.js'
import { WORKER_POLICY } from './content_security_policy.js'

const ONE_YEAR = 'public, max-age=31536000, immutable'

export default class AssetsController {
  /** GET /assets/:version/* */
  async show({ params, request, response }: HttpContext) {
    const asset = library.find((params['*'] as string[]).join('/'))
    if (!asset) return response.status(404).type('text/plain').send('Not found\n')

    const encoding = asset.isCompressible ? preferred(request.encoding(['br', 'gzip'])) : 'identity'
    const isCurrent = params.version === library.version && library.keepsInMemory

    response.type(asset.type)
    response.header('x-content-type-options', 'nosniff')
    response.header('cross-origin-resource-policy', 'same-origin')
    response.header('content-security-policy', WORKER_POLICY)
    response.header('vary', 'Accept-Encoding')
    response.header('etag', asset.etag(encoding))
    // A page of the previous release asks by its old version: it gets today's file, not kept.
    response.header('cache-control', isCurrent ? ONE_YEAR : 'no-cache')
    if (encoding !== 'identity') response.header('content-encoding', encoding)

    if (request.header('if-none-match')?.includes(asset.etag(encoding))) {
      return response.status(304).send(null)
    }
    return response.send(await asset.form(encoding))
  }
}

function preferred(accepted: string | null): Encoding {
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity'
}
