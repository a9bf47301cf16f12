import { createTrial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../../../src/server/doors/idp/sample-accounts'
import { errorInLog } from '../../../../src/server/ground/error-in-log'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted } from '../../../support/ask'
import { dispensingTrial } from '../../../support/dispensing'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInThrough } from '../../../support/sign-in'
import { act } from '../../../support/study-packs'

/* The log of a day's work over HTTP has what an operator needs, and names no person. */

const PARTICIPANT = 'MRN-771204'
const CODE = '042'
const TITLE = 'Zoster in the elderly'

type Line = Record<string, unknown>

let world: TestPortal
const text: string[] = []
const lines: Line[] = []
let trialId = 0
let groups: string[] = []
let names: string[] = []

beforeAll(async () => {
  const write = (line: string) => {
    text.push(line)
    lines.push(JSON.parse(line))
  }
  world = await testPortal({
    log: pino({ level: 'debug', serializers: { error: errorInLog } }, { write }),
  })
  const trial = await dispensingTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 3,
    title: TITLE,
  })
  const { trial_id, sites, people } = trial
  trialId = trial_id
  groups = trial.study_groups.flatMap(({ name, label }) => [name, ...(label === null ? [] : [label])])
  const users = await world.database.queries.selectFrom('users').select(['name', 'email']).execute()
  names = users.flatMap(({ name, email }) => [name, email])

  const administrator = await signedInThrough(world, 'sso', 'administrator')
  await ask(administrator, createTrial.response, 'trials', posted(aTrialForm()))
  const key = { 'Idempotency-Key': randomUUID() }
  const body = { site_id: sites[0]?.id, participant_id: PARTICIPANT }
  const { participants } = await randomise(people.pharmacist, trial_id, body, key)
  await randomise(people.pharmacist, trial_id, body, key)
  await randomise(people.pharmacist, trial_id, body)
  await people.pharmacist.fetch(`trials/${trial_id}/participants?search=${PARTICIPANT}`)
  const pack = participants[0]?.study_pack
  const dispensing = { study_pack_ids: [pack?.id], confirmation_code: CODE }
  await act(trial, people.pharmacist, 'dispense', { ...dispensing, confirmation_code: '043' })
  await act(trial, people.pharmacist, 'dispense', dispensing)
  await people.coordinator.fetch(`trials/${trial_id}/reports/short`, posted({}))
  await people.nurse.fetch(`trials/${trial_id}/study-packs`)
  await fetch(`${world.url}/api/v1/trials`, { headers: { Authorization: 'Bearer nonsense' } })
})
afterAll(() => world.stop())

const linesOf = (operation: string): Line[] => lines.filter((line) => line['operation'] === operation)

describe('the log of a journey', () => {
  test('has a line of each request with its operation, trial and client', () => {
    expect(linesOf('randomiseParticipant')[0]).toMatchObject({
      msg: 'request',
      method: 'POST',
      status: 201,
      trial_id: trialId,
      client: '127.0.0.1',
      user_id: world.personId('pharmacist'),
    })
    expect(linesOf('createTrial')).toHaveLength(1)
    expect(linesOf('dispenseStudyPacks')).toHaveLength(2)
  })

  test('says which answer is a repeat, and why a request was refused', () => {
    const randomised = linesOf('randomiseParticipant')
    expect(randomised.map(({ replayed }) => replayed)).toEqual([undefined, true, undefined])
    expect(randomised.map(({ refusal }) => refusal)).toEqual([undefined, undefined, expect.any(String)])
    expect(linesOf('dispenseStudyPacks')[0]).toMatchObject({ refusal: 'wrong_confirmation_code' })
    expect(linesOf('listTrials').at(-1)).toMatchObject({ status: 401, refusal: 'token_invalid' })
    expect(linesOf('listStudyPacks').at(-1)).toMatchObject({ refusal: expect.any(String) })
  })

  test('has no name, email address, participant ID, title, group or confirmation code', () => {
    const all = text.join('')
    expect(all).toContain('"operation"')
    const secrets = [PARTICIPANT, TITLE, ...groups, ...names, ...SAMPLE_ACCOUNTS.map(({ email }) => email)]
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
    expect(all).not.toMatch(/@|confirmation_code":|Bearer|eyJ/)
  })
})

describe('an error of the database in the log', () => {
  const written = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work()
    } catch (error) {
      return JSON.stringify(errorInLog(error))
    }
    throw new Error('nothing was refused')
  }

  test('has its code and constraint without the row that it quotes', async () => {
    const twice = () =>
      world.database.queries
        .insertInto('users')
        .columns(['name', 'email'])
        .expression((query) => query.selectFrom('users').select(['name', 'email']).limit(1))
        .execute()
    const line = await written(twice)
    expect(line).toMatch(/"code":"23\d{3}"/)
    expect(names.filter((name) => line.includes(name))).toEqual([])
  })

  test('omits a value that its message quotes', async () => {
    const read = () =>
      world.database.queries
        .selectFrom('users')
        .select((row) => row.cast(row.val('Mary Smith'), 'integer').as('value'))
        .execute()
    const line = await written(read)
    expect(line).toContain('22P02')
    expect(line).not.toContain('Mary')
  })
})
