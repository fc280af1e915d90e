import { Refusal } from '../refusal.js'

const SENTENCES = {
  malformed: 'This is not a URL',
  length: 'The URL is longer than 2,048 characters',
  scheme: 'The URL must begin with https://',
  userinfo: 'The URL must not hold a user name or password',
  port: 'The URL must use port 443, 80, or one from 1024 up',
  address: 'The URL must lead to a public address',
} as const

export type UrlForbiddenReason = keyof typeof SENTENCES

/** Names no address: what a name resolves to inside our network is nobody's business. */
export default class UrlForbidden extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'url_forbidden'

  constructor(readonly reason: UrlForbiddenReason) {
    super(SENTENCES[reason])
    this.details = { reason }
    this.wording = { form: reason }
  }
}
