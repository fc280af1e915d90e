import { prettyPrintError } from '@adonisjs/core'
import { StartRefused } from '../app/foundation/processes/start_refused.js'

/** Says why a process could not start: settings and what else refuses it as sentences, anything else with its trace. */
export async function reportStartupFailure(error: unknown): Promise<void> {
  process.exitCode = 1
  if (error instanceof StartRefused) return void process.stderr.write(`${error.message}\n`)
  if (!isInvalidEnvironment(error)) return prettyPrintError(error)
  process.stderr.write(
    `${error.message}:\n\n${error.help}\n\n` +
      '`.env.example` explains every variable. Set them in the environment, or in `.env` beside package.json.\n'
  )
}

export function isInvalidEnvironment(error: unknown): error is Error & { help: string } {
  return error instanceof Error && 'code' in error && error.code === 'E_INVALID_ENV_VARIABLES'
}
