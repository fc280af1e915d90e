import { BaseCommand } from '@adonisjs/core/ace'

/** Here for the list of commands: bin/console runs the program before the application is made (resources/programs/listen.mjs). */
export default class WebhooksListen extends BaseCommand {
  static commandName = 'webhooks:listen'
  static description = 'Print a sandbox’s events as they happen, and forward them to a local server'
}
