import type { ClientInfo } from '../links/signer_client.js'
import type { Obstacle } from './code_attempts.js'

/** What became of a code that was entered: `paused` and `locked_out` codes were not even compared, nor where none that was sent counts any more (`stale`). */
export type CodeOutcome = 'right' | 'wrong' | 'stale' | Obstacle

export interface EnteredCode {
  code: string
  /** The secret that the browser keeps. */
  browser: string
  client: ClientInfo
}
