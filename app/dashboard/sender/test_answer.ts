import { Refusal } from '#app/foundation/refusal'
import { oneLine } from '#app/notifications/messages/subject'

/** What came of a test mail: in our words, and in those of the server. */
export interface TestAnswer {
  tone: 'success' | 'danger'
  text: string
  said: string | null
}

const MAX_SAID = 400

interface TalkError {
  code?: string
  response?: string
  message?: string
}

export function accepted(address: string, said: string): TestAnswer {
  return {
    tone: 'success',
    text: `The server accepted an email to ${address}. Check that it arrives.`,
    said: shortened(said),
  }
}

export function refused(error: unknown): TestAnswer {
  if (error instanceof Refusal)
    return { tone: 'danger', text: 'We could not connect to this server.', said: error.message }
  const { code = '', response, message = '' } = error as TalkError
  const said = shortened(response ?? message)
  return { tone: 'danger', text: WORDS[code] ?? 'The server did not accept the email.', said }
}

const WORDS: Record<string, string> = {
  EAUTH: 'The server does not accept this user and password.',
  ETLS: 'The connection could not be encrypted.',
  ESOCKET:
    'The connection failed. With encryption, the server’s certificate must be valid for its name.',
  ECONNECTION: 'The connection failed.',
  ETIMEDOUT: 'The server did not answer in time.',
  EENVELOPE: 'The server does not accept this sender or recipient.',
}

function shortened(said: string): string {
  return oneLine(said).slice(0, MAX_SAID)
}
