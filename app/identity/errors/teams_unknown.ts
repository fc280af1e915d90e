import { InputRefused } from '#app/foundation/input_refused'

/** Names were given that no team has. */
export default class TeamsUnknown extends InputRefused {}
