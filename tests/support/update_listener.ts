import { request } from 'undici'
import env from '#start/env'
import type { Visitor } from './dashboard_visitor.js'
import { until } from './until.js'

const ORIGIN = `http://${env.get('HOST')}:${env.get('PORT')}`

/** An open page: it hears of changes as a browser does. */
export class UpdateListener {
  text = ''
  isOver = false
  #abort = new AbortController()

  private constructor(readonly status: number) {}

  static async open(visitor: Visitor, path = '/updates'): Promise<UpdateListener> {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const abort = new AbortController()
    const { statusCode, body, headers } = await request(ORIGIN + path, {
      headers: { host: visitor.host, cookie, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    const listener = new UpdateListener(statusCode)
    listener.#abort = abort
    if (!String(headers['content-type']).startsWith('text/event-stream')) listener.isOver = true
    body.on('data', (chunk: Buffer) => (listener.text += chunk.toString()))
    body.on('error', () => {})
    body.once('close', () => (listener.isOver = true))
    if (!listener.isOver) await until(() => listener.text.includes('retry:'))
    return listener
  }

  hears(documentId: string): Promise<unknown> {
    return until(() => this.text.includes(documentId))
  }

  ends(): Promise<unknown> {
    return until(() => this.isOver)
  }

  close(): void {
    this.#abort.abort()
  }
}
