import { prettyPrintError } from '@adonisjs/core'
import { application } from './application.js'

application()
  .httpServer()
  .start()
  .catch((error) => {
    process.exitCode = 1
    return prettyPrintError(error)
  })
