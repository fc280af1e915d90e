import { InputRefused } from '#app/foundation/input_refused'

/** What was asked for is well-formed, but does not make a document. */
export default class DraftRefused extends InputRefused {}
