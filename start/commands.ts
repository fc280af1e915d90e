import { existsSync } from 'node:fs'
import { type BaseCommand } from '@adonisjs/core/ace'
import type { CommandMetaData } from '@adonisjs/core/types/ace'

/** The first word of a command line; a file of `app/cli` is called as its command, with `_` for `:`. */
const [, , asked = ''] = process.argv
const NAME = /^[a-z]+(?::[a-z]+)?$/

/**
 * The command that this process was started for, alone: to look it up by reading every file of `app/cli` is to load
 * whatever any command needs. Where no file is called like it, as with `list`, the framework reads them all.
 */
export async function getMetaData(): Promise<CommandMetaData[]> {
  const command = await load(asked)
  return command ? [command.serialize()] : []
}

export function getCommand({ commandName }: CommandMetaData): Promise<typeof BaseCommand | null> {
  return load(commandName)
}

async function load(name: string): Promise<typeof BaseCommand | null> {
  if (!NAME.test(name)) return null
  const file = name.replace(':', '_')
  const isThere = ['ts', 'js'].some((ending) =>
    existsSync(new URL(`../app/cli/${file}.${ending}`, import.meta.url))
  )
  if (!isThere) return null
  const { default: command } = (await import(`#app/cli/${file}`)) as { default: typeof BaseCommand }
  return command
}
