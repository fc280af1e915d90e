import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'
import { termination } from '../app/foundation/processes/termination.js'

/** The root of the application: every relative path of the framework starts here. */
const APP_ROOT = new URL('../', import.meta.url)

const COMMAND_ENDS_WITHIN_MS = 30_000

function importer(path: string) {
  const isRelative = path.startsWith('./') || path.startsWith('../')
  return import(isRelative ? new URL(path, APP_ROOT).href : path)
}

/**
 * The application as server, console and tests share it.
 *
 * @param idleCode  the exit code of a process that is told to stop before it has begun anything
 */
export function application(idleCode?: number) {
  return new Ignitor(APP_ROOT, { importer }).tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => termination.signal('SIGTERM', idleCode))
    app.listen('SIGINT', () => termination.signal('SIGINT', idleCode))
    if (app.getEnvironment() !== 'web')
      app.ready(() => termination.prepare(() => app.terminate(), COMMAND_ENDS_WITHIN_MS))
  })
}
