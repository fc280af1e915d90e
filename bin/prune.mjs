import { explain } from './services/bootstrap.mjs'
import { Progress } from './services/progress.mjs'
import { prunePackages } from './production/packages.mjs'

/** `npm run prune`: leaves in `node_modules` what a production process reads. `npm ci` brings everything back. */
await prunePackages(new Progress()).catch(explain)
