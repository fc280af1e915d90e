import { Exception } from '@adonisjs/core/exceptions'
import { textOf } from './_text_file.js'

/** An object that somebody wrote. @throws Exception with a sentence, where it is something else */
export async function jsonIn(path: string): Promise<Record<string, unknown>> {
  const value = parsed(await textOf(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Exception(`${path} contains no JSON object`, { status: 422 })
  return value as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
