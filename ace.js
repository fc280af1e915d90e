/** The entry of ace commands: registers the TypeScript loader, then hands over to bin/console. */
import '@poppinss/ts-exec'

await import('./bin/console.js')
