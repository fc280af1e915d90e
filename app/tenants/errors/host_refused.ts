import { Refusal } from '#app/foundation/refusal'

const SENTENCES = {
  missing: 'Write the name of a host, such as sign.example.com',
  not_a_name: 'Write the name alone: no https://, no port and no path',
  malformed: 'A host is made of letters, digits and hyphens, with dots between',
  too_long: 'The host is too long: its name may have 230 characters, and each part of it 63',
  address: 'An IP address cannot be used, only a name',
  single_label: 'The host needs a dot, as in sign.example.com',
  reserved: 'Names with this ending do not exist in the public DNS',
  public_suffix: 'Everybody may register names below this one, so nobody can own it',
  platform: 'This name belongs to the service itself',
  added: 'You have added this host already',
  in_use: 'This host is in use by another account',
  quarantined:
    'Another account used this host until recently. It can be claimed again after a month',
  not_yours: 'This host does not lead to your dashboard: choose one that does',
  too_many: 'You have as many hosts as an account may have: remove one first',
  by_owner: 'Only an owner can use a host for the dashboard, because people log in there',
  base_by_owner: 'Only an owner can add a domain for tenants, because they log in there',
} as const

export type HostRefusal = keyof typeof SENTENCES

export default class HostRefused extends Refusal {
  static readonly kind = 'invalid'
  static readonly code = 'host_refused'

  constructor(readonly reason: HostRefusal) {
    super(SENTENCES[reason])
    this.path = ['host']
    this.wording = { form: reason }
    this.details = { reason }
  }
}
