import type { BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'

/** A refusal is answered with its sentence: a stack is for breakage. @returns whether it was one */
export async function refusalsAsSentences(command: BaseCommand): Promise<boolean> {
  const { error } = command
  if (!(error instanceof Exception) || error.status >= 500) return false
  command.logger.error(error.message)
  command.exitCode = 1
  return true
}
