import { API_BASE } from '#contract/api-address'
import { listParticipants, randomiseParticipant, settleRandomisation, type Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { peopledPlace } from '../support/peopled-place'
import { startServer, type ServerProcess } from '../support/server-process'

/* The built server, killed with SIGKILL in the middle of randomising. */

const folder = mkdtempSync(join(tmpdir(), 'equipoise-killed-'))
const leftOver: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of leftOver.splice(0)) await end()
  rmSync(folder, { recursive: true, force: true })
})

const AT_ONCE = 16
const ACKNOWLEDGED_BEFORE_THE_KILL = 150

const aTrial = async ({ ask }: ServerProcess): Promise<Trial> => {
  const trial = await ask('POST', 'trials', {
    title: 'Killed in the middle',
    start_on: '2026-01-01',
    end_on: '2030-12-31',
    org_name: 'A trials unit',
    randomisation_method_id: 1,
    block_size_min: 2,
    block_size_max: 2,
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
  })
  return ask('POST', `trials/${trial.id}/status`, { trial_status_id: 3, reason: 'For a test' })
}

const send = async ({ url, token }: ServerProcess, method: string, path: string, body?: object, key?: string) => {
  const headers = new Headers({ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${url}${API_BASE}/${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Randomises until the server dies. Returns the acknowledged participants by key, and the keys without an answer. */
const randomiseUntilKilled = async (server: ServerProcess, trial: Trial) => {
  const acknowledged = new Map<string, Participant>()
  const unanswered: string[] = []
  const killed: { by: Promise<void> | null } = { by: null }
  const worker = async () => {
    for (;;) {
      const key = randomUUID()
      try {
        const answer: unknown = await send(
          server,
          'POST',
          `trials/${trial.id}/participants`,
          { site_id: trial.sites[0]?.id },
          key,
        )
        const [participant] = v.parse(randomiseParticipant.response, answer).data
        if (participant) acknowledged.set(key, participant)
      } catch (error) {
        if (killed.by === null) throw error
        unanswered.push(key)
        return
      }
      if (acknowledged.size >= ACKNOWLEDGED_BEFORE_THE_KILL) killed.by ??= server.kill()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await killed.by
  return { acknowledged, unanswered }
}

test('a server killed while randomising has lost nothing that it acknowledged, and doubled nothing', async () => {
  const place = await peopledPlace(folder)
  leftOver.push(place.close)
  const first = await startServer(place)
  const trial = await aTrial(first)
  const { acknowledged, unanswered } = await randomiseUntilKilled(first, trial)

  const second = await startServer(place)
  leftOver.unshift(second.stop)
  const outcomeOf = async (key: string) => {
    const answer: unknown = await send(second, 'POST', `trials/${trial.id}/participants/outcome`, {
      idempotency_key: key,
    })
    return v.parse(settleRandomisation.response, answer)
  }
  for (const [key, participant] of acknowledged) {
    expect(await outcomeOf(key)).toEqual({ outcome: 'randomised', data: [participant] })
  }
  const late = []
  for (const key of unanswered) late.push(await outcomeOf(key))
  const randomised = acknowledged.size + late.filter(({ outcome }) => outcome === 'randomised').length

  const list: unknown = await send(second, 'GET', `trials/${trial.id}/participants?page_size=1`)
  const { total, data } = v.parse(listParticipants.response, list)
  expect(total).toBe(randomised)
  expect(data[0]?.trial_sequence_no).toBe(randomised)
}, 90_000)
