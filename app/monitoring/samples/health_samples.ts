import db from '@adonisjs/lucid/services/db'
import type { Sample } from './sample.js'

/** Days on the status page, and one that has begun. */
const KEPT_DAYS = 91

const WRITE = `insert into health_samples (span, at, source, totals, peaks) values ('minute', now(), ?, ?, ?)`

/** Any worker may: the first of a minute is enough. */
const WRITE_INSTALLATION = `
  insert into health_samples (span, at, source, totals, peaks)
  values ('minute', date_bin('1 minute', now(), 'epoch'), 'installation', ?, ?) on conflict do nothing`

/** Only where no worker has told anything of the last minutes. */
const WRITE_MISSING = `
  insert into health_samples (span, at, source, totals)
  select 'minute', date_bin('1 minute', now(), 'epoch'), 'missing', ?
   where not exists (
     select from health_samples
      where span = 'minute' and source = 'installation' and at > now() - interval '5 minutes')
  on conflict do nothing`

/** Whole hours, so that an hour is added up once. What comes two days late finds it there, and is left out. */
const ROLL_UP = `
  with old as (
    delete from health_samples
     where span = 'minute' and at < date_bin('1 hour', now() - interval '2 days', 'epoch') returning *
  ), hours as (
    select distinct date_bin('1 hour', at, 'epoch') as hour from old
  ), sums as (
    select hour, jsonb_object_agg(name, value) as totals from (
      select date_bin('1 hour', at, 'epoch') as hour, key as name, sum(value::float8) as value
        from old, jsonb_each_text(totals) group by 1, 2) each group by hour
  ), tops as (
    select hour, jsonb_object_agg(name, value) as peaks from (
      select date_bin('1 hour', at, 'epoch') as hour, key as name, max(value::float8) as value
        from old, jsonb_each_text(peaks) group by 1, 2) each group by hour
  )
  insert into health_samples (span, at, source, totals, peaks)
  select 'hour', hour, 'all', coalesce(totals, '{}'), coalesce(peaks, '{}')
    from hours left join sums using (hour) left join tops using (hour)
  on conflict do nothing`

const FORGET = `delete from health_samples where span = 'hour' and at < now() - interval '${KEPT_DAYS} days'`

/** What was measured in the last ninety days. Every process writes; the console and the status page read. */
export const HealthSamples = {
  /** @param source  a random name that the process has as long as it lives */
  async write(source: string, { totals, peaks }: Sample): Promise<void> {
    await platform().rawQuery(WRITE, [source, JSON.stringify(totals), JSON.stringify(peaks)])
  },

  async writeInstallation({ totals, peaks }: Sample): Promise<void> {
    await platform().rawQuery(WRITE_INSTALLATION, [JSON.stringify(totals), JSON.stringify(peaks)])
  },

  /** What is so while no worker tells anything. */
  async writeMissing(totals: Sample['totals']): Promise<void> {
    await platform().rawQuery(WRITE_MISSING, [JSON.stringify(totals)])
  },

  /** Adds minutes up to hours once they are two days old, and forgets hours after ninety days. In one statement each: it may die anywhere. */
  async rollUp(): Promise<void> {
    await platform().rawQuery(ROLL_UP)
    await platform().rawQuery(FORGET)
  },
}

function platform() {
  return db.connection('platform')
}
