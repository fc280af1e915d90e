process.env.NODE_ENV = 'test'

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
      teardown: [() => app.terminate()],
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    return prettyPrintError(error)
  })
