import { Refusal } from '#app/foundation/refusal'

const REASONS = {
  none: 'There is no domain to do this with',
  standby_missing:
    'Publish the record of the key that stands by first: receivers cannot find it yet',
  changed: 'Somebody else has just changed this',
  not_verified: 'The domain is not verified yet: publish its first record',
  no_server: 'Enter a mail server first',
}

/** What was asked of a sender's domain or server cannot be done as things are. */
export default class SenderDomainRefused extends Refusal {
  static readonly kind = 'conflict'
  static readonly code = 'sender_not_ready'

  constructor(readonly reason: keyof typeof REASONS) {
    super(REASONS[reason])
    this.wording = { form: reason }
  }
}
