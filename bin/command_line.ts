import type { BaseCommand, Kernel } from '@adonisjs/core/ace'
import type { ApplicationService } from '@adonisjs/core/types'
import { codeOf, isAway, isOutage } from '#app/exceptions/outage'
import { Outage } from '#app/foundation/outage'

const MISSING = ['E_MISSING_ARG', 'E_MISSING_FLAG']

/** SQLSTATE: a lock that was not given, deadlock, serialisation, cancelled. */
const WAITED_TOO_LONG = ['55P03', '40P01', '40001', '57014']
const DISK_FULL = '53100'

/** The framework prints the help that was asked for, and then demands what the command needs. */
export function wasHelped(error: unknown, args: readonly string[]): boolean {
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return args.includes('--help') && code !== undefined && MISSING.includes(code)
}

/** Passed over, `maintenance:begin 60` would close the service for half an hour, and `tenant:retention acme 90` change nothing. */
export function refuseExtraArguments(kernel: Kernel): void {
  kernel.executing((command) => {
    const [extra] = command['parsed']._
    const { commandName } = command.constructor as typeof BaseCommand
    if (extra !== undefined) throw new ExtraArgument(commandName, extra)
  })
}

/** Of a Redis that is away, a command says what it costs in its own words. The worker lives on, and so do its lines. */
export function silenceRedisLog(kernel: Kernel, app: ApplicationService): void {
  kernel.executing(async (command) => {
    const { options } = command.constructor as typeof BaseCommand
    const isBrief = options.startApp && !options.staysAlive
    if (isBrief) (await app.container.make('redis')).doNotLogErrors()
  })
}

/** @returns null where what failed is the command itself */
export function outageSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !isOutage(error)) return null
  if (isAway(error) || error instanceof Outage)
    return `Something that this needs is away: ${wordsOf(error)}. Run npm run ace -- doctor, which names it`
  const code = codeOf(error)
  if (WAITED_TOO_LONG.includes(code))
    return 'It waited too long for others and changed nothing of this step: run it again'
  return code === DISK_FULL ? `The disk of the database is full: ${error.message}` : error.message
}

/** Of a server with several addresses, each has its own words. */
function wordsOf(error: Error): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return errors.map((one) => (one instanceof Error ? one.message : String(one))).join(', ')
}

class ExtraArgument extends Error {
  constructor(command: string, extra: string | number) {
    super(`${command} does not know what to do with "${extra}": see ${command} --help`)
  }

  render(_: this, { ui }: Kernel): void {
    ui.logger.error(this.message)
  }
}
