import { Refusal } from '#app/foundation/refusal'

const SENTENCES = {
  missing: 'Write what stands behind the @ of your addresses, such as example.com',
  public_mail: 'Everybody may have an address there, so it can be proved to be nobody’s',
  added: 'You have added this domain already',
  too_many: 'You have as many domains as an account may have: remove one first',
} as const

export default class EmailDomainRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'email_domain_refused'

  constructor(readonly reason: keyof typeof SENTENCES) {
    super(SENTENCES[reason])
    this.path = ['domain']
    this.details = { reason }
    this.wording = { form: reason }
  }
}
