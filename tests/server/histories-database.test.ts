// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_BASE } from '#contract/api-address'
import { expect, test } from 'vitest'
import { openBase, type Base } from '../support/histories/base'
import { putBelow } from '../support/histories/virtual-time'
import { openWard } from '../support/histories/ward'

/* The database of histories is a stand-in. Without faults, the server must answer above it as above a real one. */

type TestRequest = { path: string; body: object; key?: string }

/** The requests of histories, with repeats and refusals. */
const requestsFor = ({ trial_id, site_id }: Base): readonly TestRequest[] => {
  const participants = `trials/${trial_id}/participants`
  const randomise = { path: participants, body: { site_id } }
  const outcome = (key: string) => ({ path: `${participants}/outcome`, body: { idempotency_key: key } })
  const flag = (participant: number, flag_status: string, key: string) => ({
    path: `${participants}/${participant}/flag`,
    body: { comment: 'Withdrew', flag_status },
    key,
  })
  return [
    { ...randomise, key: 'first' },
    { ...randomise, key: 'first' },
    { ...randomise, key: 'second' },
    { path: participants, body: { site_id, approve_duplicate: true }, key: 'second' },
    outcome('second'),
    outcome('third'),
    { ...randomise, key: 'third' },
    outcome('third'),
    flag(1, 'Flagged', 'flag'),
    flag(1, 'Flagged', 'flag'),
    flag(1, 'Flagged', 'flag again'),
    flag(1, 'Unflagged', 'unflag'),
    flag(99, 'Flagged', 'nobody'),
    { ...randomise, key: 'flag' },
    outcome('flag'),
    randomise,
  ]
}

/** An answer without the instants and request ids that differ at each run. */
const comparable = (status: number, text: string): string =>
  `${status} ${text}`
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')

const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined
    ? { 'Content-Type': 'application/json' }
    : { 'Content-Type': 'application/json', 'Idempotency-Key': key }

test('the server answers above the database of histories like above a real one', async () => {
  const base = await openBase()
  const requests = requestsFor(base)
  const ward = openWard(base, 1, new Set())
  const remove = putBelow(ward.time, ward.chance)
  const simulated: string[] = []
  try {
    ward.faults.cease()
    const token = ward.tokenOfNewSession('administrator')
    for (const { path, body, key } of requests) {
      const headers = { ...headersOf(key), Authorization: `Bearer ${token}` }
      const message = { url: `https://portal.example${API_BASE}/${path}`, method: 'POST', body: JSON.stringify(body) }
      const answered = ward.processes[0]?.answer({ ...message, headers: Object.entries(headers) })
      const before = simulated.length
      void answered?.then(({ status, body: text }) => simulated.push(comparable(status, text)))
      // One after another, as they are sent to the real database.
      while (simulated.length === before)
        await ward.time.runUntil(() => simulated.length > before, ward.time.now() + 1000)
    }
  } finally {
    remove()
  }
  const answers: string[] = []
  for (const { path, body, key } of requests) {
    const response = await base.ask(path, { method: 'POST', body: JSON.stringify(body), headers: headersOf(key) })
    answers.push(comparable(response.status, await response.text()))
  }
  await base.stop()
  expect(simulated).toEqual(answers)
})
