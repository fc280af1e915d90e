import { fileURLToPath } from 'node:url'
import { application } from './application.js'
import { StartRefused } from '#app/foundation/processes/start_refused'
import { outageSentence, refuseExtraArguments, silenceRedisLog, wasHelped } from './command_line.js'
import { asksForHelp, settleForHelp } from './help_settings.js'
import { isInvalidEnvironment, reportStartupFailure } from './startup_failure.js'

/** As of a program that SIGPIPE ends, which Node ignores. */
const READER_IS_GONE = 128 + 13

/** They run until a signal ends them. */
const ENDLESS = ['webhooks:listen', 'log:witness', 'worker']

const [command, ...args] = process.argv.slice(2)
if (asksForHelp(process.argv.slice(2))) settleForHelp()
let isUnread = false

// who reads what is said may have seen enough, as `head` has: what was begun goes on to its end, and cleans up after itself
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (isUnread) return
    isUnread = true
    // a failure stays one
    process.once('exit', (code) => (process.exitCode = code || READER_IS_GONE))
    if (ENDLESS.includes(command)) process.emit('SIGTERM')
  })

// These are for people who have nothing of what the application wants to boot: developers of tenants, and those who watch the log.
if (command === 'webhooks:listen') {
  const program = new URL('../resources/programs/listen.mjs', import.meta.url)
  process.argv = [process.execPath, fileURLToPath(program), ...args]
  await import(program.href)
} else if (command === 'log:witness') {
  const { runWitness } = await import('#app/transparency/programs/witness_program')
  await runWitness(args)
} else if (command === 'log:check') {
  const { runCheck } = await import('#app/transparency/programs/check_program')
  await runCheck(args)
} else
  application()
    .ace()
    .configure(async (app) => {
      const kernel = await app.container.make('ace')
      const { errorHandler } = kernel
      kernel.errorHandler = {
        render: async (error, of) => {
          const outage = outageSentence(error)
          if (isInvalidEnvironment(error) || error instanceof StartRefused)
            await reportStartupFailure(error)
          else if (wasHelped(error, args)) of.exitCode = 0
          else if (outage) of.ui.logger.error(outage)
          else await errorHandler.render(error, of)
        },
      }
      refuseExtraArguments(kernel)
      silenceRedisLog(kernel, app)
    })
    .handle(process.argv.slice(2))
    .catch(reportStartupFailure)
