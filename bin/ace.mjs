import { existsSync } from 'node:fs'
import { inClone } from './services/clone.mjs'
import { refuseOldNode } from './services/node_version.mjs'

/** `npm run ace -- COMMAND`: in the build where there is one, as `npm start` does, else in the sources. */
refuseOldNode()
const isDevelopment = process.env.NODE_ENV === 'development'
const built = inClone('build', 'ace.js')
await import(existsSync(built) && !isDevelopment ? built : inClone('ace.js'))
