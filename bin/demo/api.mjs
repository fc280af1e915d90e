import { SentenceError } from '../services/sentence_error.mjs'
import { localRequest } from './local_request.mjs'

/** The API of one tenant, as a customer's program would call it. */
export class Api {
  constructor({ url, key }) {
    this.url = `${url}/api/v1`
    this.key = key
  }

  post(path, body) {
    return this.#send('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body))
  }

  delete(path) {
    return this.#send('DELETE', path)
  }

  async postForm(path, form) {
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    return this.#send('POST', path, { 'content-type': encoded.headers.get('content-type') }, body)
  }

  async #send(method, path, headers = {}, body = '') {
    const url = `${this.url}${path}`
    const answer = await localRequest({
      url,
      method,
      headers: {
        ...headers,
        'authorization': `Bearer ${this.key}`,
        'content-length': Buffer.byteLength(body),
      },
      body,
    })
    if (answer.status >= 300) {
      throw new SentenceError(`${method} ${url} answered ${answer.status}: ${answer.text}`)
    }
    return JSON.parse(answer.text)
  }
}
