import env from '#start/env'

type Name = Parameters<typeof env.get>[0]

/**
 * Sets a variable of the environment, as `env` reads it.
 *
 * @returns what puts it back; one that was not set is not set again
 */
export function setSetting(name: Name, value: string): () => void {
  const before = process.env[name]
  env.set(name, value)
  return () => {
    env.set(name, before as string)
    if (before === undefined) delete process.env[name]
  }
}
