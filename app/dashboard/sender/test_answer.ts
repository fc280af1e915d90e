import { cutText } from '#app/foundation/cut_text'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
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

export function accepted(address: string, said: string, { t }: DashboardPhrasebook): TestAnswer {
  return {
    tone: 'success',
    text: t('sender.test_accepted', { address }),
    said: shortened(said),
  }
}

export function tooOften({ t }: DashboardPhrasebook): TestAnswer {
  return { tone: 'danger', text: t('sender.tested_often'), said: null }
}

export function refused(error: unknown, { t }: DashboardPhrasebook): TestAnswer {
  if (error instanceof Refusal)
    return { tone: 'danger', text: t('sender.test_unreachable'), said: error.message }
  const { code = '', response, message = '' } = error as TalkError
  const said = shortened(response ?? message)
  return { tone: 'danger', text: t(WORDS[code] ?? 'sender.test_refused'), said }
}

const WORDS: Record<string, DashboardKey> = {
  EAUTH: 'sender.test_auth',
  ETLS: 'sender.test_tls',
  ESOCKET: 'sender.test_socket',
  ECONNECTION: 'sender.test_connection',
  ETIMEDOUT: 'sender.test_timeout',
  EENVELOPE: 'sender.test_envelope',
}

function shortened(said: string): string {
  return cutText(oneLine(said), MAX_SAID)
}
