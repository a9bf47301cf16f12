// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_BASE } from '#contract/api-address'
import { REFUSAL_IS_FINAL } from '#contract/final-refusal'
import { expect, test } from 'vitest'
import { CODE, openBase, type Base } from '../support/histories/base'
import { putBelow } from '../support/histories/virtual-time'
import { openWard } from '../support/histories/ward'

/* The database of histories is a stand-in. Without faults, the server must answer above it as above a real one. */

type TestRequest = { path: string; body: object; key?: string; isFinal?: boolean }

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

/** The requests about packs; the first participants have one each. */
const requestsAboutPacks = (base: Base): readonly TestRequest[] => {
  const packs = `trials/${base.trial_id}/study-packs`
  const [first = 0, second = 0, third = 0] = [...base.rows.participants.values()].flatMap(
    ({ study_pack_id }) => study_pack_id ?? [],
  )
  const free = [...base.rows.packs.values()].find(({ study_pack_status_id }) => study_pack_status_id === 2)
  const act = (action: string, study_pack_id: number, key: string, more: object = {}) => ({
    path: `${packs}/${action}`,
    body: { study_pack_id, comment: 'As agreed', ...more },
    key,
  })
  const dispense = (pack: number, key: string, confirmation_code: string | null = CODE) =>
    act('dispense', pack, key, { confirmation_code })
  const remove = (pack: number, key: string, study_pack_status_id: number) =>
    act('remove', pack, key, { seen: [{ study_pack_id: pack, study_pack_status_id }] })
  return [
    dispense(first, 'no-digits', null),
    dispense(first, 'wrong', '777'),
    dispense(first, 'wrong', '777'),
    act('recall', first, 'too-early'),
    dispense(first, 'right'),
    dispense(first, 'right'),
    dispense(first, 'right', '777'),
    dispense(first, 'again'),
    { ...dispense(first, 'final'), isFinal: true },
    dispense(free?.id ?? 0, 'of-nobody'),
    dispense(99, 'of-no-trial'),
    act('dispense', 0, 'two', { study_pack_id: null, study_pack_ids: [second, third], confirmation_code: CODE }),
    ...['1', '2', '3', '4', '5', '6'].map((digit) => dispense(second, `wrong-${digit}`, `77${digit}`)),
    dispense(second, 'too-late'),
    act('recall', first, 'recall'),
    act('recall', first, 'recall'),
    act('recall', first, 'recall-again'),
    remove(third, 'as-active', 2),
    remove(third, 'remove', 5),
    remove(third, 'remove', 5),
    dispense(third, 'removed'),
    ...['one', 'two-more', 'three-more'].map((key) => ({
      path: `trials/${base.trial_id}/participants`,
      body: { site_id: base.site_id },
      key,
    })),
  ]
}

/** An answer without the instants and request ids that differ at each run. */
const comparable = (status: number, text: string): string =>
  `${status} ${text}`
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an instant')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')

const headersOf = ({ key, isFinal = false }: TestRequest): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(key !== undefined && { 'Idempotency-Key': key }),
  ...(isFinal && { [REFUSAL_IS_FINAL]: '1' }),
})

test.each([
  ['randomises and flags', false, requestsFor],
  ['dispenses, recalls and removes packs', true, requestsAboutPacks],
])('the server %s above the database of histories as above a real one', async (_, hasPacks, listed) => {
  const base = await openBase({ hasPacks })
  const requests = listed(base)
  const ward = openWard(base, 1, new Set())
  const remove = putBelow(ward.time, ward.chance)
  const simulated: string[] = []
  try {
    ward.faults.cease()
    const token = ward.tokenOfNewSession('administrator')
    for (const request of requests) {
      const { path, body } = request
      const headers = { ...headersOf(request), Authorization: `Bearer ${token}` }
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
  for (const request of requests) {
    const { path, body } = request
    const response = await base.ask(path, { method: 'POST', body: JSON.stringify(body), headers: headersOf(request) })
    answers.push(comparable(response.status, await response.text()))
  }
  await base.stop()
  expect(simulated).toEqual(answers)
})
