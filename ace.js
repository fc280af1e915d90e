/** The entry of ace commands: registers the TypeScript loader, then hands over to bin/console. */
import { refuseOldNode } from './bin/services/node_version.mjs'

refuseOldNode()
await import('@poppinss/ts-exec')
await import('./bin/console.js')
