/**
 * A POST that is repeated under its Idempotency-Key, beside a read of what the first one made:
 *
 *   npm run bench -- api/idempotent_replay
 */
import { make, setStage } from './stage.js'
import { takeTurns } from './turns.js'

const stage = await setStage()
const id = await make(stage, {})
const repeated = {
  path: '/api/v1/webhooks',
  method: 'POST' as const,
  json: { url: 'https://hooks.example.test/' },
  headers: { 'idempotency-key': 'the-same' },
}
const first = await stage.client.ask({ origin: stage.web.origin, ...repeated })
if (first.status !== 201) throw new Error(first.text)

const { replay, document } = await takeTurns(stage.web, stage.client, {
  replay: repeated,
  document: { path: `/api/v1/documents/${id}` },
})
const rate = (replay.perSecond / document.perSecond) * 100
console.log(`a repetition at ${rate.toFixed(0)} % of the rate of reading a document`)
process.exit()
