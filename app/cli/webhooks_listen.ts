import { BaseCommand } from '@adonisjs/core/ace'

/** Here for the list of commands: bin/console runs the program before the application is made (resources/programs/listen.mjs). */
export default class WebhooksListen extends BaseCommand {
  static commandName = 'webhooks:listen'
  static description = 'Print what happens in a sandbox, and pass it on to a server at hand'
}
