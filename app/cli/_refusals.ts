import type { BaseCommand } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import { errors } from '@vinejs/vine'
import { Outage } from '#app/foundation/outage'
import { isRefusal } from '#app/foundation/refusal'

/** What is wrong with a file or folder that somebody named. */
const FILE_FAULTS: Record<string, string> = {
  EACCES: 'permission denied',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'its folder is a file',
  EPERM: 'not permitted',
  EROFS: 'the disk is read-only',
}

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
  if (isTold) return [error.message]
  return isOfFile(error) ? [`${error.path}: ${FILE_FAULTS[error.code]}`] : []
}

/** Such as a row that was to be found. */
function isOfFramework(error: unknown): error is Exception {
  return error instanceof Exception && error.status < 500
}

function isOfFile(error: unknown): error is { path: string; code: string } {
  const { path, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return path !== undefined && code !== undefined && code in FILE_FAULTS
}
