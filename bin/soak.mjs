import { parseArgs } from 'node:util'

/** `npm run soak -- --faults=200 --minutes=60 --seed=1`: tests/faults/soak.spec.ts for as long as somebody wants. */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
process.env.SOAK_FAULTS = values.faults
process.env.SOAK_MINUTES = values.minutes
process.env.SOAK_SEED = values.seed
process.argv.splice(2, process.argv.length, 'faults', '--files', 'soak')
await import('./test.mjs')
