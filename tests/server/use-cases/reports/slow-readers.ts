import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { exportToken } from '../../../support/export-calls'
import { giveParticipants } from '../../../support/many-participants'
import { everybody, staffedTrial } from '../../../support/participant-actions'
import type { TestPortal } from '../../../support/portal'
import { tokenFor } from './report-calls'

/** More than the network buffers between server and reader. */
const MANY = 12_000

/** A trial whose long lists are read at the pace of their readers. */
export const trialOfSlowReaders = async (world: TestPortal) => {
  const people = await everybody(world)
  const trial = await staffedTrial(world)
  const { queries } = world.database
  await giveParticipants(queries, trial.trial_id, { count: MANY, days: 30, until: world.clock.now() })
  await queries.updateTable('trials').set({ last_sequence_no: MANY }).where('id', '=', trial.trial_id).execute()
  // None of these was drawn: the next participant is the first for the engine.
  await queries
    .updateTable('participants')
    .set(({ eb }) => ({ allocation_counter: eb('allocation_counter', '+', MANY) }))
    .where('trial_id', '=', trial.trial_id)
    .execute()
  return { people, trial, begun: slowReader(world, people, trial) }
}

/** The number of sessions that hold a snapshot between statements. */
export const heldSnapshots = async ({ database }: TestPortal): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and backend_xmin is not null
  `.execute(database.queries)
  return rows[0]?.count ?? 0
}

type SlowDownload = 'the long report' | 'its spreadsheet' | 'the list of participants'

/** Begins a download at its reader's pace. Returns its first bytes, and ways to read the rest or to leave. */
const slowReader = (world: TestPortal, people: Awaited<ReturnType<typeof everybody>>, { trial_id }: BuiltTrial) => {
  const path = (more: string) => `trials/${trial_id}/${more}`
  const downloads: Record<SlowDownload, (signal: AbortSignal) => Promise<Response>> = {
    'the long report': (signal) =>
      people.administrator.fetch(path('reports/long'), { ...posted({ type: 'data' }), signal }),
    'its spreadsheet': async (signal) => {
      const token = await tokenFor(people.administrator, path('reports/long'))
      return fetch(`${world.url}/api/v1/${path('reports/long')}/download?token=${token}`, { signal })
    },
    'the list of participants': async (signal) => {
      const at = path('exports/participants')
      const { value } = await exportToken(people.administrator, at)
      const query = `token=${value?.token}&format=csv&sort=sequence&order=asc`
      return fetch(`${world.url}/api/v1/${at}/download?${query}`, { signal })
    },
  }
  return async (download: SlowDownload) => {
    const leaving = new AbortController()
    const answer = await downloads[download](leaving.signal)
    expect(answer.status).toBe(200)
    if (!answer.body) throw new Error('an answer without a body')
    const reader = answer.body.getReader()
    const chunks = [(await reader.read()).value ?? new Uint8Array()]
    const rest = async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return Buffer.concat(chunks)
        chunks.push(value)
      }
    }
    return { rest, leave: () => leaving.abort() }
  }
}
