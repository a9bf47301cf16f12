import type { Trial } from '#contract/trials'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTING_NAMES, type MethodSettingName } from '#domain/trials/method-setting'
import { METHOD_SETTINGS } from '#domain/trials/trial-methods'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { save, saveWith, setTo, shownTo } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* Blinded people save a trial: the save neither changes nor erases the settings that they cannot see. */

let world: TestPortal
/** An administrator who sees everything. */
let administrator: SignedIn
/** An administrator who is blinded in the trials of these tests. */
let blinded: SignedIn
/** An administrator without a permission in those trials. */
let outsider: SignedIn

beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
  await grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
  administrator = await signedInAs(world, 'administrator')
  outsider = await signedInAs(world, 'nurse')
  blinded = await signedInAs(world, 'unblinder')
})
afterAll(() => world.stop())

const GROUPS = [
  { name: 'Zanamivir', label: 'Kit L', weight: 2 },
  { name: 'Oseltamivir', label: 'Kit K', weight: 1 },
]
const EQUAL_GROUPS = GROUPS.map((group) => ({ ...group, weight: 1 }))
const METHODS: [says: string, overrides: TrialOverrides][] = [
  ['blocks', { randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 }],
  ['an urn', { randomisation_method_id: 2, urn_initial: 3, urn_alpha: 2, urn_beta: 7 }],
  [
    'a minimisation',
    {
      randomisation_method_id: 3,
      is_stratified: true,
      minimisation_measure: 'range',
      minimisation_probability: 71,
      minimisation_site_weight: 6,
    },
  ],
  ['a minimisation by its defaults', { randomisation_method_id: 3 }],
  ['a big stick', { randomisation_method_id: 5, study_groups: EQUAL_GROUPS, big_stick_limit: 4 }],
  [
    'a biased coin',
    {
      randomisation_method_id: 6,
      study_groups: EQUAL_GROUPS,
      biased_coin_limit: 4,
      biased_coin_chance: 3,
      biased_coin_out_of: 4,
    },
  ],
  ['Efron’s coin', { randomisation_method_id: 7, study_groups: EQUAL_GROUPS, efron_chance: 3, efron_out_of: 4 }],
  [
    'a maximal procedure',
    { randomisation_method_id: 8, study_groups: EQUAL_GROUPS, maximal_limit: 4, maximal_length: 20 },
  ],
  ['blocks of chosen sizes', { randomisation_method_id: 9, chosen_block_sizes: '6:1, 9:3' }],
  ['an uploaded list', { randomisation_method_id: 10 }],
  [
    'a factorial trial',
    {
      allocation_method_id: 4,
      study_groups: ['A', 'B', 'C', 'D'].map((name, i) => ({
        name,
        label: `Kit ${i}`,
        factorial_level: i < 2 ? 1 : 2,
      })),
    },
  ],
]
const BLINDINGS = [
  ['wholly', { is_blinded_whole: true }],
  ['by label', { is_blinded_partial: true }],
] as const

/** A trial with everything that can be hidden, in which one administrator is blinded. */
const aHiddenTrial = async (overrides: TrialOverrides, blinding: object): Promise<number> => {
  const { trial_id } = await aTrial(world, {
    status: 'planning',
    study_groups: GROUPS,
    trial_strata: [
      { name: 'Sex', options: ['Female', 'Male'] },
      { name: 'Age', options: ['Below 60', '60 and above'] },
    ],
    ...overrides,
  })
  const { trial_strata } = await shownTo(administrator, trial_id)
  const weighed = trial_strata.map((stratum, i) => ({ ...stratum, minimisation_weight: i + 4 }))
  valueOf(await saveWith(administrator, trial_id, { trial_strata: weighed }))
  await grant(world, { person: 'unblinder', role: 'Trial viewer', trial_id, site_id: null, ...blinding })
  return trial_id
}

const storedOf = async (trialId: number) => {
  const trial = await findTrial(world.context.database.queries, trialId)
  if (!trial) throw new Error(`there is no trial ${trialId}`)
  return trial
}

const lastEntryOf = (trialId: number) =>
  world.context.database.queries
    .selectFrom('audit_log')
    .selectAll()
    .where('trial_id', '=', trialId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** A form without the hidden fields. */
const withoutHidden = (form: Omit<Trial, 'setup_version'>) => {
  const hidden = new Set<string>(['study_groups', ...METHOD_SETTING_NAMES])
  return Object.fromEntries(Object.entries(form).filter(([name]) => !hidden.has(name)))
}

/** A value that the form accepts for a setting of a method. */
const guessOf = (name: MethodSettingName): string | number => {
  const setting = METHOD_SETTINGS[name]
  if ('choices' in setting) return setting.choices[0]
  if ('form' in setting) return name === 'chosen_block_sizes' ? '4:1, 8:3' : '2/3'
  return setting.min
}

describe.each(BLINDINGS)('a person who is blinded %s', (_how, blinding) => {
  describe.each(METHODS)('in %s', (_says, overrides) => {
    test('changes nothing hidden when they send back what they were shown, or leave it out', async () => {
      const id = await aHiddenTrial(overrides, blinding)
      const before = await storedOf(id)
      const shown = await shownTo(blinded, id)
      const { setup_version, ...settings } = shown
      for (const form of [settings, withoutHidden(settings)]) {
        const { value, text } = await save(blinded, id, { ...form, description: 'By who sees little' })
        expect(value).toMatchObject({ ...settings, description: 'By who sees little' })
        expect(text).not.toMatch(/"(minimisation_)?weight"|factorial_level/)
      }
      expect(await storedOf(id)).toEqual({
        ...before,
        description: 'By who sees little',
        setup_version: (setup_version ?? 0) + 2,
      })
    })
  })

  test('does not end the protection of a trial, which would let in people who are not blinded', async () => {
    const id = await aHiddenTrial({}, blinding)
    const unprotected = { is_protected_trial: false }
    valueOf(await saveWith(administrator, id, { is_protected_trial: true }))
    const before = await storedOf(id)
    // This refusal comes before any fault of the form, so it is also given for a form that could not be saved.
    for (const more of [unprotected, { ...unprotected, block_size_min: 6 }]) {
      const { status, problem } = await saveWith(blinded, id, more)
      expect([status, problem?.code]).toEqual([403, 'blinded'])
    }
    expect(await storedOf(id)).toEqual(before)
    expect((await save(outsider, id, { ...(await shownTo(blinded, id)), ...unprotected })).status).toBe(404)
    expect(valueOf(await saveWith(blinded, id, { title: 'Protected still' })).is_protected_trial).toBe(true)
    expect(valueOf(await saveWith(administrator, id, unprotected)).is_protected_trial).toBe(false)
  })

  test('sees nothing hidden in the entry of their save', async () => {
    const id = await aHiddenTrial({}, blinding)
    valueOf(await saveWith(blinded, id, { title: 'Renamed' }))
    const { changes } = await lastEntryOf(id)
    expect(changes).toEqual([{ field: 'title', old: 'A trial of two tablets', new: 'Renamed' }])
  })

  /** Each guess, with the fields that its refusal names. Right and wrong guesses must get the same refusal. */
  const GUESSES: [says: string, more: (stored: Trial) => object, fields: string[]][] = [
    ['the block size that holds', () => ({ block_size_min: 6 }), ['block_size_min']],
    ['another block size', () => ({ block_size_min: 3 }), ['block_size_min']],
    [
      'block sizes that fit no weights',
      () => ({ block_size_min: 7, block_size_max: 7 }),
      ['block_size_max', 'block_size_min'],
    ],
    ['every setting', () => recordOf(METHOD_SETTING_NAMES, guessOf), METHOD_SETTING_NAMES.toSorted()],
    [
      'the weight that a stratum has',
      ({ trial_strata }) => ({ trial_strata: trial_strata.map((one) => ({ ...one, minimisation_weight: 4 })) }),
      ['trial_strata.0.minimisation_weight', 'trial_strata.1.minimisation_weight'],
    ],
    ['the groups as they are', ({ study_groups }) => ({ study_groups }), ['study_groups']],
    [
      'the groups with other weights',
      ({ study_groups }) => ({ study_groups: study_groups.map((group) => ({ ...group, weight: 1 })) }),
      ['study_groups'],
    ],
    ['groups by name', () => ({ study_groups: GROUPS.map(({ name }) => ({ name })) }), ['study_groups']],
    ['one label', () => ({ study_groups: [{ name: 'Kit K', is_blinded: true }] }), ['study_groups']],
    [
      'labels in the order of the groups',
      () => ({ study_groups: GROUPS.map(({ label }) => ({ name: label, is_blinded: true })) }),
      ['study_groups'],
    ],
    [
      'labels with more than they were shown',
      () => ({ study_groups: ['Kit K', 'Kit L'].map((name) => ({ name, weight: 1 })) }),
      ['study_groups'],
    ],
    ['another randomisation method', () => ({ randomisation_method_id: 4 }), ['randomisation_method_id']],
    [
      'no randomisation method, which is Standard',
      () => ({ randomisation_method_id: undefined }),
      ['randomisation_method_id'],
    ],
    ['another allocation method', () => ({ allocation_method_id: 2 }), ['allocation_method_id']],
  ]
  test.each(GUESSES)('is refused %s, whether it is true or not, and nothing changes', async (_says, more, fields) => {
    const id = await aHiddenTrial({ randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 }, blinding)
    const before = await storedOf(id)
    const { status, problem } = await saveWith(blinded, id, more(await shownTo(administrator, id)))
    expect([status, Object.keys(problem?.fields ?? {}).toSorted()]).toEqual([422, fields])
    expect(new Set(Object.values(problem?.fields ?? {})).size).toBe(1)
    expect(JSON.stringify(problem)).not.toMatch(/Zanamivir|Oseltamivir|multiple|sum/)
    expect(await storedOf(id)).toEqual(before)
  })

  test('changes what they see: sites, stratification, and strata, of which a new one weighs 1', async () => {
    const id = await aHiddenTrial({ randomisation_method_id: 3 }, blinding)
    const { sites, trial_strata } = await shownTo(blinded, id)
    const renamed = { ...trial_strata[1], name: 'Age group' }
    const added = { name: 'Fever', trial_stratum_options: [{ name: 'Yes' }, { name: 'No' }] }
    const more = { is_site_stratified: true, sites: [...sites, { title: 'Third' }], trial_strata: [added, renamed] }
    const saved = valueOf(await saveWith(blinded, id, more))
    expect(saved.trial_strata.map(({ name }) => name)).toEqual(['Age group', 'Fever'])
    const stored = await storedOf(id)
    expect(stored.trial_strata.map(({ minimisation_weight }) => minimisation_weight)).toEqual([5, 1])
    expect([stored.is_site_stratified, stored.sites.length]).toEqual([true, 3])
  })

  test('does not learn which group prevents their change', async () => {
    const unlabelled = { study_groups: [{ name: 'Zanamivir' }, { name: 'Oseltamivir', label: 'Kit K' }] }
    const id = await aHiddenTrial(unlabelled, blinding)
    const { status, problem } = await saveWith(blinded, id, { is_blinded_users: true })
    const words = 'This depends on what is hidden from you. Ask someone who is not blinded to change it'
    expect([status, problem?.fields]).toEqual([422, { study_groups: words }])
  })

  test('begins a new epoch like anybody else, with the unchanged design', async () => {
    const id = await aHiddenTrial({ randomisation_method_id: 1, block_size_min: 6, block_size_max: 12 }, blinding)
    await setTo(administrator, id, 'started')
    await setTo(administrator, id, 'paused')
    valueOf(await saveWith(blinded, id, { is_site_stratified: true }))
    const { epoch, block_size_min, block_size_max } = await storedOf(id)
    expect([epoch, block_size_min, block_size_max]).toEqual([2, 6, 12])
  })
})

describe('a person who is no longer blinded', () => {
  test.each(BLINDINGS)('cannot send what they were shown while they were, %s', async (_how, blinding) => {
    const id = await aHiddenTrial({ randomisation_method_id: 2, urn_initial: 3 }, blinding)
    const shown = await shownTo(blinded, id)
    const before = await storedOf(id)
    const { status, problem } = await save(administrator, id, shown)
    expect([status, problem?.code]).toEqual([422, 'validation_failed'])
    expect(await storedOf(id)).toEqual(before)
  })
})
