import { forgetCounts } from './redis_counts.js'

/** Nobody has asked for anything in this minute. */
export const forgetRequests = (): Promise<void> => forgetCounts('requests:*')
