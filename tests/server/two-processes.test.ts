import { API_BASE } from '#contract/api-address'
import { problem } from '#contract/problem'
import { listParticipants, randomiseParticipant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { SERVICE_JOBS } from '#domain/service/service-job'
import { PAUSED, STARTED } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findJobs } from '../../src/server/ground/db/job-claims'
import { TEST_SERVER } from '../support/database'
import { peopledPlace, type PeopledPlace } from '../support/peopled-place'
import { startServer, type ServerProcess } from '../support/server-process'
import { until } from '../support/until'

/* Two processes of the built server over one PostgreSQL. They share nothing but the database. */

const folder = mkdtempSync(join(tmpdir(), 'equipoise-two-'))
const KEY = '2b'.repeat(32)
let place: PeopledPlace
let one: ServerProcess
let other: ServerProcess

describe.skipIf(!TEST_SERVER)('two processes over one database', () => {
  beforeAll(async () => {
    place = await peopledPlace(folder)
    // The first process migrates the database while the second waits.
    ;[one, other] = await Promise.all([
      startServer({ ...place, seed_key: KEY }),
      startServer({ ...place, data_dir: join(folder, 'other'), seed_key: KEY }),
    ])
  }, 120_000)
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()])
    await place.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a trial paused through one is never randomised by the other, however many requests are in progress', async () => {
    const trial = await startedTrial()
    await randomise(other, trial, randomUUID())
    const afterPause: number[] = []
    let isPaused = false
    const over = new AbortController()
    const person = async () => {
      while (!over.signal.aborted) {
        const wasPaused = isPaused
        const { status } = await randomise(other, trial, randomUUID())
        if (wasPaused) afterPause.push(status)
      }
    }
    const people = Promise.all(Array.from({ length: 8 }, person))
    await until('many are randomised', async () => (await total(one, trial)) > 30)
    await changeStatus(one, trial, 'paused')
    isPaused = true
    const stored = await total(other, trial)
    await until('many were refused', () => afterPause.length > 50)
    over.abort()
    await people
    expect(new Set(afterPause)).toEqual(new Set([409]))
    expect(await total(one, trial)).toBe(stored)

    await changeStatus(other, trial, 'started')
    expect((await randomise(one, trial, randomUUID())).status).toBe(201)
  })

  test('a key sent to both at once has one effect, and both return it', async () => {
    const trial = await startedTrial()
    for (const key of Array.from({ length: 25 }, () => randomUUID())) {
      const answers = await Promise.all([one, other, one, other].map((each) => randomise(each, trial, key)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    }
    expect([await total(one, trial), await total(other, trial)]).toEqual([25, 25])
  })

  test('a nightly job is done once', async () => {
    const nightly = SERVICE_JOBS.filter(({ hours }) => !hours.startsWith('*') && !hours.endsWith(' * * * *'))
    const names = new Set<string>(nightly.map(({ name }) => name))
    const jobs = () =>
      place.between(async (database) => (await findJobs(database.queries)).filter(({ name }) => names.has(name)))
    await until('every one of them is done', async () => {
      const found = await jobs()
      return found.length === names.size && found.every(({ done_for }) => done_for !== null)
    })
    expect((await jobs()).map(({ claim, failures }) => [claim, failures])).toEqual([...names].map(() => [1, 0]))
  })
})

const startedTrial = async (): Promise<Trial> => {
  const trial = await one.ask('POST', 'trials', {
    title: 'By two processes',
    start_on: '2026-01-01',
    end_on: '2030-12-31',
    org_name: 'A trials unit',
    randomisation_method_id: 1,
    block_size_min: 2,
    block_size_max: 4,
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
  })
  return changeStatus(one, trial, 'started')
}

const changeStatus = ({ ask }: ServerProcess, { id }: Trial, status: 'started' | 'paused'): Promise<Trial> =>
  ask('POST', `trials/${id}/status`, { trial_status_id: status === 'paused' ? PAUSED : STARTED, reason: 'For a test' })

const randomise = async ({ url, token }: ServerProcess, trial: Trial, key: string) => {
  const response = await fetch(`${url}${API_BASE}/trials/${trial.id}/participants`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
    body: JSON.stringify({ site_id: trial.sites[0]?.id }),
  })
  const answer: unknown = await response.json()
  if (response.status !== 201) return { status: response.status, id: v.parse(problem, answer).code }
  return { status: 201, id: v.parse(randomiseParticipant.response, answer).data[0]?.id }
}

const total = async ({ url, token }: ServerProcess, { id }: Trial): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${API_BASE}/trials/${id}/participants?page_size=1`, { headers })
  return v.parse(listParticipants.response, await response.json()).total
}
