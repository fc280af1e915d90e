import { query } from '#app/tenancy/statement'

/** Whether there is a completed document, as part of a batch that reads more. */
export const SOME_COMPLETED = query<{ is_completed: boolean }>(
  `select exists (select from documents where status = 'completed') as is_completed`
)
