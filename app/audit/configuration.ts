import { Setting } from '#app/foundation/setting'

/** Where checkpoints are kept outside of the database; null keeps none. */
export const checkpointsFolder = new Setting<string | null>('folder of checkpoints')
