import { API_BASE } from '#contract/api-address'
import { endpoint } from '#contract/endpoint'
import { exactObject, idInAddress, requiredText } from '#contract/fields'
import { problem } from '#contract/problem'
import { inTrial } from '#contract/needs'
import { accepted } from '#domain/outcome'
import { Hono } from 'hono'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountRoutes } from '../../../../src/server/doors/http/mount'
import { requestLog, type RequestIdentity } from '../../../../src/server/doors/http/request-log'
import { writeList } from '../../../../src/server/doors/http/route'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { posted } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/* No call of the contract takes a list in a trial yet, so the test mounts one. */
const saveNames = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/names',
  summary: 'Saves names',
  needs: inTrial('manageTrialUsers'),
  parameters: { trial_id: idInAddress },
  query: {},
  body: v.array(exactObject({ name: requiredText() })),
  status: 201,
  touches: [],
  response: v.strictObject({}),
  errors: [],
})

const route = writeList(saveNames, {
  perform: () => Promise.resolve(accepted({})),
  answer: () => Promise.resolve(accepted({})),
  judgeRows: ({ view }) => Promise.resolve(accepted([{ row: 2, column: 'trial', message: String(view.trial_id) }])),
})

let world: TestPortal
let trial: BuiltTrial
beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world)
})
afterAll(() => world.stop())

const sentBy = async (person: 'administrator' | 'nurse', trialId: number | string) => {
  const app = new Hono<{ Variables: RequestIdentity }>().use(requestLog(world.context))
  mountRoutes(app, world.context, [route])
  const { token } = await signedInAs(world, person)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await app.request(
    `${API_BASE}/trials/${trialId}/names`,
    posted([{ name: '' }, { name: 'Ada' }], headers),
  )
  return v.parse(problem, await response.json())
}

test('names the faults of every row of a list that is sent in a trial', async () => {
  const { status, rows } = await sentBy('administrator', trial.trial_id)
  expect(status).toBe(422)
  expect(rows).toEqual([
    { row: 1, column: 'name', message: expect.any(String) },
    { row: 2, column: 'trial', message: String(trial.trial_id) },
  ])
})

test('refuses an invalid list with 404 where the person may not know of the trial, and where the address is invalid', async () => {
  for (const [person, trialId] of [
    ['nurse', trial.trial_id],
    ['administrator', 'x'],
  ] as const) {
    const { status, rows } = await sentBy(person, trialId)
    expect(status).toBe(404)
    expect(rows).toBeUndefined()
  }
})
