import { InputRefused } from '#app/foundation/input_refused'

/** Values of a request do not have the form that its operation describes. */
export default class ValidationFailed extends InputRefused {}
