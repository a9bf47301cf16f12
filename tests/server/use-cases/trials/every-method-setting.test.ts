import { createTrial } from '#contract/trials'
import {
  drawnSettingNamesOf,
  METHOD_SETTING_NAMES,
  settingNamesOf,
  type MethodSettings,
} from '#domain/trials/method-setting'
import { pick, recordOf } from '#domain/record-of'
import { METHOD_SETTINGS, DRAWING_METHODS } from '#domain/trials/trial-methods'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { designOf } from '../../../../src/server/use-cases/trials/trial-design'
import { designHash } from '../../../../src/server/use-cases/trials/find-current-design'
import { grant } from '../../../support/a-trial'
import { aTrialForm } from '../../../support/a-trial-form'
import { ask, posted, valueOf } from '../../../support/ask'
import { OTHER_SETTINGS, USUAL_SETTINGS } from '../../../support/other-settings'
import { testPortal, type TestPortal } from '../../../support/portal'
import { saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Each method of the table, with every setting changed from its usual value. */

/** Settings as they are stored: a fraction replaces the percentage. */
const storedOf = <Settings extends Partial<MethodSettings>>(settings: Settings): Settings =>
  (settings.minimisation_fraction ?? null) === null ? settings : { ...settings, minimisation_probability: null }

/** Settings that all differ from the stored ones. */
const CHANGED = { ...USUAL_SETTINGS, minimisation_probability: OTHER_SETTINGS.minimisation_probability }

let world: TestPortal
let administrator: SignedIn
/** Another administrator, blinded in these trials. */
let blinded: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  blinded = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())

const storedTrial = async (id: number) => {
  const trial = await findTrial(world.context.database.queries, id)
  if (!trial) throw new Error(`there is no trial ${id}`)
  return trial
}

const storedSettings = async (id: number) => pick(await storedTrial(id), METHOD_SETTING_NAMES)

const createdWith = async (fields: object): Promise<number> => {
  const form = aTrialForm({
    is_stratified: true,
    is_site_stratified: true,
    trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
    ...fields,
  })
  return valueOf(await ask(administrator, createTrial.response, 'trials', posted(form))).id
}

describe.each(DRAWING_METHODS)('the settings of a trial by $title', ({ id: randomisation_method_id, name }) => {
  const created = () => createdWith({ randomisation_method_id, ...OTHER_SETTINGS })

  test('are stored and returned as they were sent, except for a percent beside a fraction', async () => {
    const id = await created()
    expect(await storedSettings(id)).toEqual(storedOf(OTHER_SETTINGS))
    expect(await shownTo(administrator, id)).toMatchObject(storedOf(OTHER_SETTINGS))
  })

  test('are the defaults where none is sent, and again after a save that leaves them out', async () => {
    const own = pick(
      OTHER_SETTINGS,
      settingNamesOf(name).filter((setting) => METHOD_SETTINGS[setting].usual === null),
    )
    const id = await createdWith({ randomisation_method_id, ...own })
    expect(await storedSettings(id)).toEqual({ ...USUAL_SETTINGS, ...storedOf(own) })
    await saveWith(administrator, id, OTHER_SETTINGS)
    expect(await storedSettings(id)).toEqual(storedOf(OTHER_SETTINGS))
    await saveWith(administrator, id, { ...recordOf(METHOD_SETTING_NAMES, () => null), ...own })
    expect(await storedSettings(id)).toEqual({ ...USUAL_SETTINGS, ...storedOf(own) })
  })

  test('are hidden from a blinded person, refused where they send one, and left by their save', async () => {
    const trial_id = await created()
    await grant(world, {
      person: 'coordinator',
      role: 'Trial administrator',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    expect(await shownTo(blinded, trial_id)).toMatchObject(recordOf(METHOD_SETTING_NAMES, () => null))
    const { problem } = await saveWith(blinded, trial_id, OTHER_SETTINGS)
    expect(Object.keys(problem?.fields ?? {})).toEqual(expect.arrayContaining([...METHOD_SETTING_NAMES]))
    valueOf(await saveWith(blinded, trial_id, { title: 'Another title' }))
    expect(await storedSettings(trial_id)).toEqual(storedOf(OTHER_SETTINGS))
  })

  test('are in the ledger where the method uses them, and no others', async () => {
    const id = await created()
    await setTo(administrator, id, 'started')
    const { record } = await world.context.database.queries
      .selectFrom('ledger_records')
      .select('record')
      .where('trial_id', '=', id)
      .where('record_no', '=', 1)
      .executeTakeFirstOrThrow()
    const { design } = JSON.parse(record)
    // The fraction replaces the percentage, as two numbers.
    const [chance, outOf] = (OTHER_SETTINGS.minimisation_fraction ?? '').split('/').map(Number)
    const fraction = name === 'minimisation' ? { minimisation_probability: chance } : {}
    expect(pick(design, METHOD_SETTING_NAMES)).toEqual({
      ...pick(OTHER_SETTINGS, drawnSettingNamesOf(name)),
      ...fraction,
    })
    expect(design.minimisation_out_of).toBe(name === 'minimisation' ? outOf : undefined)
    const weights = (design.factors ?? []).map(({ weight }: { weight: unknown }) => weight)
    const ofFactors = settingNamesOf(name).filter((setting) => 'weighs' in METHOD_SETTINGS[setting])
    expect(weights).toEqual(expect.arrayContaining(ofFactors.map((setting) => OTHER_SETTINGS[setting])))
  })

  test('each change the design that is to be confirmed', async () => {
    const trial = await storedTrial(await created())
    const hashes = settingNamesOf(name).map((setting) => designHash({ ...trial, ...pick(CHANGED, [setting]) }))
    expect(new Set([designHash(trial), ...hashes]).size).toBe(hashes.length + 1)
  })

  test('are all in the audit log', async () => {
    const id = await created()
    const { changes } = await world.context.database.queries
      .selectFrom('audit_log')
      .select('changes')
      .where('trial_id', '=', id)
      .where('kind', '=', 'trial_created')
      .executeTakeFirstOrThrow()
    const logged = new Map(changes.map((change) => [change.field, change.new]))
    expect(recordOf(METHOD_SETTING_NAMES, (setting) => logged.get(setting) ?? null)).toEqual(storedOf(OTHER_SETTINGS))
  })
})

test('a design by minimisation that was confirmed before fractions existed has the same hash', async () => {
  const trial = await storedTrial(await createdWith({ randomisation_method_id: 3 }))
  const confirmed = { ...trial, ...USUAL_SETTINGS, is_site_stratified: false, study_groups: [], trial_strata: [] }
  expect(designHash(confirmed)).toBe('bf7e0efea324519c86a6348385f651465cd2514a105e9851be5934aa6a958ad5')
})

describe('beside a server without fractions, which draws by the percent alone', () => {
  const FRACTION = { randomisation_method_id: 3, minimisation_fraction: '7/9' }
  const rowOf = async (id: number) =>
    world.context.database.queries
      .selectFrom('trials')
      .select(['minimisation_fraction', 'minimisation_probability'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const refusedThere = async (id: number) => {
    const stored = await storedTrial(id)
    const { minimisation_probability } = await rowOf(id)
    return designOf({ ...stored, minimisation_fraction: null, minimisation_probability })
  }

  test.each([
    ['created', {}],
    ['created with a percent', { minimisation_probability: 90 }],
  ])('a trial %s with a fraction cannot be drawn there', async (_, percent) => {
    const id = await createdWith({ ...FRACTION, ...percent })
    expect(await refusedThere(id)).toMatchObject({ refusal: { code: 'minimisation_probability_not_percent' } })
  })

  test('a trial saved with a fraction cannot be drawn there, and can be without it', async () => {
    const id = await createdWith({ randomisation_method_id: 3, minimisation_probability: 90 })
    valueOf(await saveWith(administrator, id, { minimisation_fraction: '7/9' }))
    expect(await refusedThere(id)).toMatchObject({ refusal: { code: 'minimisation_probability_not_percent' } })
    valueOf(await saveWith(administrator, id, { minimisation_fraction: null, minimisation_probability: 90 }))
    expect(await rowOf(id)).toEqual({ minimisation_fraction: null, minimisation_probability: 90 })
    expect(await refusedThere(id)).toMatchObject({ ok: true })
  })

  test.each([90, null])('the database refuses a save from there that would leave the fraction: %s', async (percent) => {
    const id = await createdWith(FRACTION)
    const { queries } = world.context.database
    await expect(
      sql`update trials set minimisation_probability = ${percent} where id = ${id}`.execute(queries),
    ).rejects.toThrow('trials_minimisation_percent_or_fraction')
    expect(await shownTo(administrator, id)).toMatchObject({
      minimisation_fraction: '7/9',
      minimisation_probability: null,
    })
  })
})
