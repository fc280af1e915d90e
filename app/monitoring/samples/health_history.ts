import db from '@adonisjs/lucid/services/db'
import { emptySample, type Sample } from './sample.js'

interface Row {
  at: Date
  kind: keyof Sample
  name: string
  value: number
}

export interface HistoryStep extends Sample {
  /** When it begins. */
  at: Date
}

const SERIES = `
  select date_bin(make_interval(secs => :seconds), at, 'epoch') as at, kind, name,
         case kind when 'totals' then sum(value) else max(value) end as value
    from health_samples, lateral (
      select 'totals' as kind, key as name, value::float8 from jsonb_each_text(totals)
      union all
      select 'peaks', key, value::float8 from jsonb_each_text(peaks)) as figure
   where at >= date_bin(make_interval(secs => :seconds), :since, 'epoch')
   group by 1, 2, 3 order by 1`

/** All that was measured since a moment, in steps of equal length; steps of which nothing is known are missing. */
export async function healthHistory(since: Date, stepMs: number): Promise<HistoryStep[]> {
  const { rows } = await db
    .connection('platform')
    .rawQuery<{ rows: Row[] }>(SERIES, { since, seconds: stepMs / 1_000 })
  const steps = new Map<number, HistoryStep>()
  for (const { at, kind, name, value } of rows) {
    const step = steps.get(at.getTime()) ?? { at, ...emptySample() }
    step[kind][name] = value
    steps.set(at.getTime(), step)
  }
  return [...steps.values()]
}
