import type { BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { errors } from '@vinejs/vine'
import { Outage } from '#app/foundation/outage'
import { isRefusal } from '#app/foundation/refusal'

/** Refusals and outages are answered with their sentence: a stack is for breakage. @returns whether it was one of them */
export async function refusalsAsSentences(command: BaseCommand): Promise<boolean> {
  const sentences = sentencesOf(command.error)
  if (sentences.length === 0) return false
  for (const sentence of sentences) command.logger.error(sentence)
  command.exitCode = 1
  return true
}

function sentencesOf(error: unknown): string[] {
  if (error instanceof errors.E_VALIDATION_ERROR)
    return error.messages.map(({ message }: { message: string }) => message)
  const isTold = isRefusal(error) || error instanceof Outage || isOfFramework(error)
  return isTold ? [error.message] : []
}

/** Such as a row that was to be found. */
function isOfFramework(error: unknown): error is Exception {
  return error instanceof Exception && error.status < 500
}
