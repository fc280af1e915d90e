import { application } from './application.js'
import { reportStartupFailure } from './startup_failure.js'

application().ace().handle(process.argv.slice(2)).catch(reportStartupFailure)
