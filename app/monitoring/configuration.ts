import { Setting } from '#app/foundation/setting'

export interface FiguresPlace {
  host: string
  port: number
}

/** Where a process tells its figures; null where it tells them to nobody. */
export const figuresPlace = new Setting<FiguresPlace | null>('figures')
