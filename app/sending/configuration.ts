import { Setting } from '#app/foundation/setting'

/** Where mails that come back are taken in; without one they go back to nobody. */
export const bounceDomain = new Setting<string | null>('domain of bounces')
