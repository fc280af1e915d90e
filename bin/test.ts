import { setTimeout as pause } from 'node:timers/promises'

process.env.NODE_ENV = 'test'

/** A test that failed may have left a transaction open, for whose connection its pool would wait for ever. */
const LONGEST_END_MS = 30_000

const { prettyPrintError } = await import('@adonisjs/core')
const { configure, processCLIArgs, run } = await import('@japa/runner')
const { application } = await import('./application.js')

application()
  .testRunner()
  .configure(async (app) => {
    const config = await import('#tests/bootstrap')
    processCLIArgs(process.argv.slice(2))
    configure({
      ...app.rcFile.tests,
      ...config,
      teardown: [() => Promise.race([app.terminate(), pause(LONGEST_END_MS)])],
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    return prettyPrintError(error)
  })
