import { InputRefused } from '#app/foundation/input_refused'

/** A form would have a role that nobody takes, somebody who may not, or no time left. */
export default class FormRefused extends InputRefused {}
