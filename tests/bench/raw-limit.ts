import { sql } from 'kysely'
import { openDatabase } from '../../src/server/ground/db/open-database'
import { quantile } from './median'

type Place = { database_url: string | undefined; data_dir: string }

/**
 * The raw limit of the database: transactions that lock the trial's row and insert one row, one after another over the
 * server's own client library. None of the portal's code runs but the connection. Returns their number per second, and
 * their median in milliseconds.
 */
export const rawLimit = async (place: Place, seconds: number): Promise<{ rate: number; median: number }> => {
  const database = await openDatabase(place, (problem, error) => {
    throw new Error(problem, { cause: error })
  })
  try {
    const { queries } = database
    await sql`create table bench_trials (id bigint primary key)`.execute(queries)
    await sql`create table bench_rows (id bigint generated always as identity primary key,
      trial_id bigint not null references bench_trials, number bigint not null)`.execute(queries)
    await sql`insert into bench_trials values (1)`.execute(queries)
    const transaction = async (number: number) =>
      sql`with held as (select id from bench_trials where id = 1 for update)
        insert into bench_rows (trial_id, number) select id, ${number} from held`.execute(queries)
    for (let warmed = 0; warmed < 500; warmed += 1) await transaction(warmed)
    const started = performance.now()
    const times: number[] = []
    while (performance.now() - started < seconds * 1000) {
      const began = performance.now()
      await transaction(times.length)
      times.push(performance.now() - began)
    }
    const rate = times.length / ((performance.now() - started) / 1000)
    await sql`drop table bench_rows, bench_trials`.execute(queries)
    return { rate, median: quantile(times, 0.5) }
  } finally {
    await database.close()
  }
}
