import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkEveryTrial } from '../../../../../src/server/use-cases/operation/self-check/check-every-trial'
import { aTrial, type BuiltTrial } from '../../../../support/a-trial'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { secretTextsOf } from '../../../../support/secret-of-trial'
import { signedInAs } from '../../../../support/sign-in'

let world: TestPortal
let trials: BuiltTrial[]

beforeEach(async () => {
  world = await testPortal()
  const administrator = await signedInAs(world, 'administrator')
  trials = []
  for (let n = 0; n < 3; n += 1) {
    const trial = await aTrial(world, { randomisation_method_id: 2 })
    for (let count = 0; count < 4; count += 1)
      await randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id })
    trials.push(trial)
  }
  await aTrial(world, { status: 'planning' })
})
afterEach(() => world.stop())

type Line = { level: number; msg: string; trial_id?: number; code?: string; record?: number; where?: string }

/** The log lines of the check. */
const logOfCheck = async (context: Partial<TestPortal['context']> = {}): Promise<Line[]> => {
  const lines: Line[] = []
  const serializers = { error: pino.stdSerializers.err }
  const log = pino(
    { base: null, timestamp: false, serializers },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  await checkEveryTrial({ ...world.context, ...context, log })
  return lines
}

const idAt = (index: number): number => trials[index]?.trial_id ?? 0

const alarmsIn = async (trialId: number) =>
  world.database.queries
    .selectFrom('audit_log')
    .select(['description', 'user_id', 'role', 'changes', 'reason', 'created_at'])
    .where('trial_id', '=', trialId)
    .where('kind', '=', 'self_check_failed')
    .execute()

const ERROR = pino.levels.values['error']

test('without a difference there is one line in the log and no alarm', async () => {
  expect(await logOfCheck()).toEqual([{ level: 30, trials: 3, wrong: 0, msg: 'self-check done' }])
  for (const { trial_id } of trials) expect(await alarmsIn(trial_id)).toEqual([])
})

test('a difference raises an alarm in the log and in the chain of its trial, and the other trials are checked', async () => {
  const { queries } = world.database
  await sql`update stratum_states set sealed = null, state = '{"counts":[9,9]}' where trial_id = ${idAt(0)}`.execute(
    queries,
  )
  await sql`update participants set arm = 1 - arm where trial_id = ${idAt(1)} and allocation_counter = 3`.execute(
    queries,
  )
  const lines = await logOfCheck()
  expect(lines).toEqual([
    {
      level: ERROR,
      trial_id: idAt(0),
      code: 'state_unreadable',
      record: null,
      where: 'epoch=1',
      msg: 'self-check failed: the stored state of the draws cannot be opened (epoch=1)',
    },
    {
      level: ERROR,
      trial_id: idAt(1),
      code: 'participant_differs',
      record: 5,
      where: null,
      msg: 'self-check failed: record 5: its participant is stored differently',
    },
    { level: 30, trials: 3, wrong: 2, msg: 'self-check done' },
  ])
  expect(await alarmsIn(idAt(1))).toEqual([
    {
      description: `Self-check of trial ${idAt(1)} failed: record 5: its participant is stored differently`,
      user_id: null,
      role: null,
      changes: [],
      reason: null,
      created_at: world.clock.now(),
    },
  ])
  expect([(await alarmsIn(idAt(0))).length, (await alarmsIn(idAt(2))).length]).toEqual([1, 0])
  for (const { trial_id } of trials) {
    expect(chainFaults(await readChain(queries, trial_id))).toEqual([])
    for (const secret of await secretTextsOf(world, trial_id)) expect(JSON.stringify(lines)).not.toContain(secret)
  }
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200)
})

test('logs a trial whose check fails, and checks the next one', async () => {
  const { queries } = world.database
  // A time that the server cannot read.
  await sql`update participants set created_at = '12026-11-21T05:03:00Z' where trial_id = ${idAt(0)}`.execute(queries)
  await sql`update trials set num_sampled = 0 where id = ${idAt(1)}`.execute(queries)
  const lines = await logOfCheck()
  expect(lines.map(({ level, trial_id, msg }) => [level, trial_id, msg])).toEqual([
    [ERROR, idAt(0), 'the self-check of a trial could not be made'],
    [ERROR, idAt(1), 'self-check failed: a stored count of the trial does not follow from the records (num_sampled)'],
    [30, undefined, 'self-check done'],
  ])
})

test('a stopping portal leaves the rest for another day', async () => {
  expect(await logOfCheck({ is_stopping: () => true })).toEqual([])
})
