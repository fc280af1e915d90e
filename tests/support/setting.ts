import env from '#start/env'
import { giveConfiguration } from '#start/configuration'

type Name = Parameters<typeof env.get>[0]

/**
 * Sets a variable of the environment, and gives the settings anew.
 *
 * @returns what puts it back; one that was not set is not set again
 */
export function setSetting(name: Name, value: string): () => void {
  const before = process.env[name]
  env.set(name, value)
  giveConfiguration()
  return () => {
    env.set(name, before as string)
    if (before === undefined) delete process.env[name]
    giveConfiguration()
  }
}
