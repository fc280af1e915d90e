/** Why a process does not start: a sentence for the person who starts it, who needs no trace. */
export class StartRefused extends Error {}
