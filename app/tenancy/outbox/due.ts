/** For SQL, added to the current time. Due times are rounded to milliseconds: what has just been left must not wait for the next look. */
export const DUE_SLACK = `interval '2 milliseconds'`

/** What is put off to a date, again and again: that it was put off does not tell that it waits for another try. */
const PUT_OFF_TO_DATES = `('keys.end', 'seal.certificate_end', 'sso.watch', 'retention')`

/** Work that is due then waits for an operator: no clock comes near it. `cell.stuck_work` shows it. */
export const HELD_UNTIL = new Date('9999-01-01T00:00:00Z')

/**
 * For SQL: what is moved along when PostgreSQL's clock is set back. It was left to be done at once, or soon, or waits for another try; what
 * was left for a later day has a date, which the clock reaches as it should.
 */
export const MOVED_BACK = `(due_at > clock_timestamp() and due_at < '${HELD_UNTIL.toISOString()}'
  and (tries > 0 and kind not in ${PUT_OFF_TO_DATES} or due_at <= created_at + interval '10 minutes'))`
