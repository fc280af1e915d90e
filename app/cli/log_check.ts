import { BaseCommand } from '@adonisjs/core/ace'

/** Here for the list of commands: bin/console runs the program before the application is made. */
export default class LogCheck extends BaseCommand {
  static commandName = 'log:check'
  static description =
    'Check a proof that the public log contains a trail; exits with 1 if anything is wrong'
}
