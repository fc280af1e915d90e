import { BaseCommand } from '@adonisjs/core/ace'

/** Here for the list of commands: bin/console runs the program before the application is made. */
export default class LogWitness extends BaseCommand {
  static commandName = 'log:witness'
  static description = 'Watch public logs for others: sign each head that continues what was seen'
}
