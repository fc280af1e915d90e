import { InputRefused } from '#app/foundation/input_refused'

/** Names were given that no label has: a label is made on purpose, never by a typing mistake. */
export default class LabelsUnknown extends InputRefused {}
