import { api } from '#contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { aTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomised, saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { reveal } from '../../../support/revealed-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'

/* Counts carry on after a change of settings that leaves the ratio alone (decision 0100). */

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const EFRON = { randomisation_method_id: 7 } as const
const URN = { randomisation_method_id: 2 } as const
const MINIMISATION = { randomisation_method_id: 3 } as const
const BLOCKS = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 } as const

const typesOf = async (trialId: number) => {
  const { records } = await storedAbout(world.database.queries, trialId)
  return records.map(({ record }) => /"type":"(\w+)"/.exec(record)?.[1] ?? '')
}

const saveWhilePaused = async (trialId: number, change: object) => {
  await setTo(administrator, trialId, 'paused')
  valueOf(await saveWith(administrator, trialId, change))
  await setTo(administrator, trialId, 'started')
}

const beginsEpoch = async (trialId: number, change: object) => {
  const body = posted({ ...(await shownTo(administrator, trialId)), ...change })
  return valueOf(await ask(administrator, api.previewTrialSave.response, `trials/${trialId}/changes`, body))
    .begins_new_epoch
}

const judged = async (trialId: number) =>
  verdictOn((await ask(administrator, api.getLedger.response, `trials/${trialId}/ledger`)).text)

describe('counts go on, and the ledger and its checks agree', () => {
  test.each<[string, TrialOverrides, object]>([
    ['an urn', URN, { urn_beta: 3 }],
    ['a minimisation', MINIMISATION, { minimisation_probability: 95, minimisation_measure: 'range' }],
    ['Efron’s coin', EFRON, { efron_chance: 3, efron_out_of: 4 }],
    ['blocks whose bounds allow the same sizes', BLOCKS, { block_size_min: 3, block_size_max: 5 }],
  ])('of %s', async (_method, overrides, change) => {
    const trial = await aTrial(world, overrides)
    const { trial_id } = trial
    await randomised(administrator, trial, 7)
    await setTo(administrator, trial_id, 'paused')
    expect(await beginsEpoch(trial_id, change)).toBe(false)
    valueOf(await saveWith(administrator, trial_id, change))
    await setTo(administrator, trial_id, 'started')
    await randomised(administrator, trial, 6)
    const types = await typesOf(trial_id)
    expect(types.filter((type) => type !== 'allocation' && type !== 'names')).toEqual([
      'settings',
      'settings',
      'carried',
    ])
    expect(await checkTrial(world.context, trial_id)).toBeNull()
    await setTo(administrator, trial_id, 'finished')
    await reveal(world, trial_id)
    expect(await judged(trial_id)).toMatchObject({ code: 0, wrong: null })
  })

  test('in an open block, which is in balance at its end although the settings were saved within it', async () => {
    const trial = await aTrial(world, BLOCKS)
    await randomised(administrator, trial, 3)
    await saveWhilePaused(trial.trial_id, { block_size_max: 5 })
    await randomised(administrator, trial, 1)
    const { statistics } = valueOf(
      await ask(administrator, api.getTrialStatistics.response, `trials/${trial.trial_id}/statistics`),
    )
    expect(statistics.study_groups.map(({ count }) => count)).toEqual([2, 2])
  })

  test('for flags too, of participants who were drawn before the change', async () => {
    const trial = await aTrial(world, { ...URN, exclude_flagged_participants: true })
    const [first] = await randomised(administrator, trial, 4)
    await saveWhilePaused(trial.trial_id, { urn_beta: 2 })
    valueOf(await flag(administrator, trial, { id: first?.id ?? 0 }))
    await randomised(administrator, trial, 3)
    const { records } = await storedAbout(world.database.queries, trial.trial_id)
    expect(records.find(({ record }) => record.includes('"type":"flag"'))?.record).toContain('"steers":1')
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })

  test('and how guessable the trial is can still be told, with no figure called exact', async () => {
    const trial = await aTrial(world, EFRON)
    await randomised(administrator, trial, 6)
    await saveWhilePaused(trial.trial_id, { efron_chance: 9, efron_out_of: 10 })
    await randomised(administrator, trial, 6)
    const guessed = valueOf(
      await ask(administrator, api.getGuessability.response, `trials/${trial.trial_id}/guessability`),
    )
    expect(guessed.trial).toMatchObject({ participants: 12, expected: { exact: null } })
  })
})

describe('counts begin again', () => {
  test.each<[string, TrialOverrides, object]>([
    ['with other block sizes', BLOCKS, { block_size_max: 8 }],
    ['with another limit of a sequence', { randomisation_method_id: 8 }, { maximal_limit: 2 }],
    ['with the site as a factor more', MINIMISATION, { is_site_stratified: true }],
  ])('%s', async (_what, overrides, change) => {
    const trial = await aTrial(world, overrides)
    await randomised(administrator, trial, 5)
    await setTo(administrator, trial.trial_id, 'paused')
    expect(await beginsEpoch(trial.trial_id, change)).toBe(true)
    valueOf(await saveWith(administrator, trial.trial_id, change))
    expect((await typesOf(trial.trial_id)).slice(-2)).toEqual(['settings', 'epoch'])
  })

  test('with another ratio beside other settings, and the earlier counts are not drawn by', async () => {
    const trial = await aTrial(world, URN)
    await randomised(administrator, trial, 5)
    const { study_groups } = await shownTo(administrator, trial.trial_id)
    await saveWhilePaused(trial.trial_id, {
      urn_beta: 2,
      study_groups: study_groups.map((group, index) => ({ ...group, weight: index + 1 })),
    })
    await randomised(administrator, trial, 3)
    expect(await typesOf(trial.trial_id)).toContain('epoch')
    expect(await checkTrial(world.context, trial.trial_id)).toBeNull()
  })
})
