/**
 * GET documents/:id: requests per second, and what one costs the web process. Between what bounds it: with the same key check and a
 * single query, and without a key or a query at all. The difference of the two is what a key costs:
 *
 *   npm run bench -- api/get_document
 */
import { make, setStage } from './stage.js'
import { takeTurns } from './turns.js'

const stage = await setStage()
const id = await make(stage, {})
const { document, bare, keyed, open } = await takeTurns(stage.web, stage.client, {
  document: { path: `/api/v1/documents/${id}` },
  bare: { path: '/api/v1/bare' },
  keyed: { path: '/api/v1/keyed' },
  open: { path: '/api/v1/health' },
})
const rate = (document.perSecond / bare.perSecond) * 100
console.log(`a document at ${rate.toFixed(0)} % of the rate of the same key check and one query`)
console.log(
  `a key costs ${((keyed.cpuMs - open.cpuMs) * 1000).toFixed(0)} µs CPU and one round trip`
)
process.exit()
