import type { Table } from './table.js'

/**
 * What an archive does not hold, and why. Every other table that the catalogue knows travels; a move within the installation takes
 * these along too.
 */
export const LEFT_OUT: Record<'account' | 'environment', Record<string, string>> = {
  account: {
    sessions: 'a log-in is worth something at the host it was made at',
    half_log_ins: 'log-ins of ten minutes that wait for a code',
    address_changes: 'links of a week to the old address',
    known_devices: 'cookies of the old address',
    crossings: 'codes of a minute that carry a log-in from host to host',
    digests: 'mails of the next morning: what they tell of is in the dashboard',
    digest_lines: 'lines of the next morning’s mails',
    spent_challenges: 'answers of five minutes, given at the old address',
    log_in_failures: 'counts of an hour, which become entries of the trail',
    sso_setup: 'a link of a week to the old address',
    sso_requests: 'questions of ten minutes, asked at the old address',
    sso_arrivals: 'codes of a minute',
    sso_last_profile: 'one person’s, until the next log-in',
    log_in_policy:
      'a provider that everybody has to log in through knows the old address: an owner requires it anew',
    handover: 'a reseller that may not be its reseller any more: it asks for it anew',
    support_sessions: 'operators of this platform, not of the next',
  },
  environment: {
    bulk_rows: 'what was sent of them are documents, which travel',
    bulk_sends: 'they go on by work that stays: what they have not sent is uploaded anew',
    bulk_actions: 'they go on by work that stays: what they have not done is begun anew',
    counted_entries: 'counts of an hour, which become entries of the trail',
    form_submissions: 'links of half an hour at the old address',
    template_forms: 'links to the old address: the next one turns the form on anew',
    access_passes: 'browsers at the old address',
    one_time_codes: 'codes of ten minutes, for browsers at the old address',
    embed_links: 'addresses of minutes at the old address',
    editor_links: 'addresses of minutes at the old address',
    in_person_links: 'addresses of minutes at the old address',
    signing_drafts: 'what signers have not handed in yet, at links of the old address',
    idempotency_keys: 'answers to requests that clients repeat within a day at the old address',
  },
}

export function travels({ place, name }: Pick<Table, 'place' | 'name'>): boolean {
  return !(name in LEFT_OUT[place === 'account' ? 'account' : 'environment'])
}
