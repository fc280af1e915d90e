import type { BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { errors } from '@vinejs/vine'

/** A refusal is answered with its sentence: a stack is for breakage. @returns whether it was one */
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
  return error instanceof Exception && error.status < 500 ? [error.message] : []
}
