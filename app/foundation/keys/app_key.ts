import { Secret } from '@adonisjs/core/helpers'

const LEAST_CHARACTERS = 32
/** Random letters of any alphabet have more kinds; a password that somebody typed 32 times does not. */
const LEAST_KINDS = 8

/** @throws an error that names the variable and not its value */
export function appKey(name: string, value = ''): Secret<string> {
  if (value.length < LEAST_CHARACTERS || new Set(value).size < LEAST_KINDS)
    throw new Error(
      `Set the environment variable "${name}" to at least ${String(LEAST_CHARACTERS)} random characters: openssl rand -hex 32`
    )
  return new Secret(value)
}
