import { DAY_MS, HOUR_MS } from '#app/foundation/duration'

/** A signer is reminded at most once in this time, however many ask. What the API says about it follows. */
export const REMINDER_INTERVAL_MS = HOUR_MS

/** Signers who have not signed are reminded once, this long before the document expires, if it lives longer than that. */
export const REMINDER_BEFORE_EXPIRY_MS = 2 * DAY_MS
