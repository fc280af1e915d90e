import type { BaseCommand, Kernel } from '@adonisjs/core/ace'

const MISSING = ['E_MISSING_ARG', 'E_MISSING_FLAG']

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

/** Of a server with several addresses, each has its own words. */
export function outageSentence(error: unknown): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  const words = errors.map((one) => (one instanceof Error ? one.message : String(one)))
  return `Something that this needs is away: ${words.join(', ')}. Run npm run ace -- doctor, which names it`
}

class ExtraArgument extends Error {
  constructor(command: string, extra: string | number) {
    super(`${command} does not know what to do with "${extra}": see ${command} --help`)
  }

  render(_: this, { ui }: Kernel): void {
    ui.logger.error(this.message)
  }
}
