import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'

/**
 * What Node is called with to run a file of the application in a process of its own: as it was
 * built for this run of the tests, or from its source where a spec runs alone.
 */
export function program(file: 'bin/console' | 'bin/server'): string[] {
  const build = process.env.BUILD_PATH
  return build
    ? [...knownAddresses(build), join(build, `${file}.js`)]
    : ['--import=@poppinss/ts-exec', app.makePath(`${file}.ts`)]
}

/** Benches do without: they start what is started in production. */
function knownAddresses(build: string): string[] {
  if (!process.env.KNOWN_ADDRESSES) return []
  const loader = pathToFileURL(app.makePath('bin/testing/known_addresses.mjs'))
  loader.searchParams.set('build', build)
  loader.searchParams.set('cache', process.env.NODE_COMPILE_CACHE ?? '')
  return [`--import=${loader.href}`]
}
