import { prettyPrintError } from '@adonisjs/core'
import { application } from './application.js'

application()
  .ace()
  .handle(process.argv.slice(2))
  .catch((error) => {
    process.exitCode = 1
    return prettyPrintError(error)
  })
