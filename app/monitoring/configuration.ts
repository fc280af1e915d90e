import { Setting } from '#app/foundation/setting'

export interface FiguresPlace {
  host: string
  port: number
}

/** Where a process tells its figures; null where it tells them to nobody. */
export const figuresPlace = new Setting<FiguresPlace | null>('figures')

export interface TracesPlace {
  /** Without `/v1/traces`. */
  endpoint: string
  /** The share of traces that is kept, from 0 to 1. */
  ratio: number
}

/** Who collects traces; null where nobody does. */
export const tracesPlace = new Setting<TracesPlace | null>('traces')
