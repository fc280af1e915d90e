import { Exception } from '@adonisjs/core/exceptions'

/** Something that we stand on is away, or busy: the same request may succeed in a moment. Its message is for operators. */
export abstract class Outage extends Exception {}
