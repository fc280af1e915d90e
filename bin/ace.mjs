import { existsSync, readFileSync } from 'node:fs'
import { inClone } from './services/clone.mjs'
import { refuseOldNode } from './services/node_version.mjs'

/**
 * `npm run ace -- COMMAND`: in the build where there is one, as `npm start` does, else in the sources. With
 * `NODE_ENV=development` in the sources, and with the settings of `npm run dev` where nothing else is set.
 */
refuseOldNode()
const isDevelopment = process.env.NODE_ENV === 'development'
const settings = inClone('tmp', 'dev', 'settings.json')
if (isDevelopment && existsSync(settings))
  process.env = { ...JSON.parse(readFileSync(settings, 'utf8')), ...process.env }
const built = inClone('build', 'ace.js')
await import(existsSync(built) && !isDevelopment ? built : inClone('ace.js'))
