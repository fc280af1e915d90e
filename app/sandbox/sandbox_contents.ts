import { query } from '#app/tenancy/statement'

interface Contents {
  documents: number
  events: number
  deliveries: number
  mails: number
  bulk_sends: number
  bulk_actions: number
  contacts: number
  /** Whether its clock has been moved on. */
  is_ahead: boolean
}

/** What a reset of the sandbox would remove, as part of a batch that reads more. */
export const SANDBOX_CONTENTS =
  query<Contents>(`select (select count(*) from documents)::int as documents, (select count(*) from events)::int as events,
    (select count(*) from webhook_deliveries)::int as deliveries, (select count(*) from mails)::int as mails,
    (select count(*) from bulk_sends)::int as bulk_sends, (select count(*) from bulk_actions)::int as bulk_actions,
    (select count(*) from contacts)::int as contacts,
    (select offset_ms >= 1000 from test_clock) as is_ahead`)
