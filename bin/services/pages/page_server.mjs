import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { extname, join, normalize } from 'node:path'
import { inClone } from '../clone.mjs'

const TYPES = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}
const FOLDERS = {
  shared: inClone('bin', 'services', 'pages', 'shared'),
  css: inClone('resources', 'css'),
  npm: inClone('node_modules'),
}
const POLICY =
  "default-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

/** A small web server on this machine alone, for a page, its files and its JSON. */
export class PageServer {
  #handle

  /** @param handle (request, url, reply) → whether it answered */
  constructor(handle) {
    this.#handle = handle
    this.server = createServer((request, response) => this.#answer(request, new Reply(response)))
  }

  async listen(port, host = '127.0.0.1') {
    this.server.listen(port, host)
    await once(this.server, 'listening')
    this.port = this.server.address().port
    this.url = `http://${host}:${this.port}`
    return this
  }

  async close() {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  async #answer(request, reply) {
    try {
      const url = new URL(request.url, 'http://localhost')
      if (await this.#handle(request, url, reply)) return
      if (request.method !== 'GET' || !reply.file(url.pathname)) reply.text(404, 'Not found')
    } catch (error) {
      reply.text(500, String(error?.stack ?? error))
    }
  }
}

class Reply {
  constructor(response) {
    this.response = response
  }

  html(text, policy = POLICY) {
    return this.#send(200, 'text/html; charset=utf-8', text, { 'content-security-policy': policy })
  }

  json(value, status = 200) {
    return this.#send(status, 'application/json; charset=utf-8', JSON.stringify(value, null, 2))
  }

  text(status, text) {
    return this.#send(status, 'text/plain; charset=utf-8', text)
  }

  bytes(type, bytes, name) {
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
    return this.#send(200, type, bytes, { 'content-disposition': disposition })
  }

  redirect(location) {
    return this.#send(303, 'text/plain', '', { location })
  }

  /** A style, script or font of ours; false when the path is none. */
  file(path) {
    const [, folder, ...rest] = normalize(decodeURIComponent(path)).split('/')
    const type = TYPES[extname(path)]
    if (!FOLDERS[folder] || !type) return false
    const stream = createReadStream(join(FOLDERS[folder], ...rest))
    stream.once('open', () =>
      this.response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    )
    stream.once('error', () => this.text(404, 'Not found'))
    stream.pipe(this.response)
    return true
  }

  #send(status, type, body, headers = {}) {
    this.response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    this.response.end(body)
    return true
  }
}
