import { Setting } from '#app/foundation/setting'

export interface FiguresPlace {
  host: string
  port: number
}

/** Where a process tells its figures; null where it tells them to nobody. */
export const figuresPlace = new Setting<FiguresPlace | null>('figures')

/** Whose disks may fill up: what they are called, and where they are. */
export const watchedFolders = new Setting<Readonly<Record<string, string>>>('watched folders')

export interface TracesPlace {
  /** Without `/v1/traces`. */
  endpoint: string
  /** The share of traces that is kept, from 0 to 1. */
  ratio: number
}

/** Who collects traces; null where nobody does. */
export const tracesPlace = new Setting<TracesPlace | null>('traces')
