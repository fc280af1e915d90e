import { InputRefused } from '#app/foundation/input_refused'

/** What the signer filled in does not finish the document. */
export default class AnswersRefused extends InputRefused {}
