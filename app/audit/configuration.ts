import { Setting } from '#app/foundation/setting'
import type { Witness } from './transparency/witnesses.js'

/** Where checkpoints are kept outside of the database; null keeps none. */
export const checkpointsFolder = new Setting<string | null>('folder of checkpoints')

/** Who signs the heads of the public logs beside us. */
export const logWitnesses = new Setting<readonly Witness[]>('witnesses of the public logs')
