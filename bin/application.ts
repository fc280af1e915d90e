import 'reflect-metadata'
import { Ignitor } from '@adonisjs/core'

/** The root of the application: every relative path of the framework starts here. */
const APP_ROOT = new URL('../', import.meta.url)

function importer(path: string) {
  const isRelative = path.startsWith('./') || path.startsWith('../')
  return import(isRelative ? new URL(path, APP_ROOT).href : path)
}

/** The application as server, console and tests share it. */
export function application() {
  return new Ignitor(APP_ROOT, { importer }).tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => app.terminate())
    app.listen('SIGINT', () => app.terminate())
  })
}
