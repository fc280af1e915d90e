import { Setting } from '#app/foundation/setting'

/** Whom to tell of a hole (RFC 9116); without one there is no security.txt. */
export const securityContact = new Setting<string | null>('security contact')
