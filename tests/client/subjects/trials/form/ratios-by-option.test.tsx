// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BroadcastChannel } from 'node:worker_threads'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ratiosOfGroups,
  sentRatio,
  weightsOfOption,
  withoutGroup,
  withWeight,
} from '../../../../../src/client/subjects/trials/form/option-ratios'
import { copiedTrialForm } from '../../../../../src/client/subjects/trials/form/copied-trial-form'
import { sectionOf } from '../../../../../src/client/subjects/trials/form/form-sections'
import { methodNamed, USUAL_METHOD, withMethod } from '../../../../../src/client/subjects/trials/design/method-form'
import { withNewNames } from '../../../../../src/client/subjects/trials/form/renamed-options'
import { sentTrialForm } from '../../../../../src/client/subjects/trials/form/sent-trial-form'
import { byField, faultsBeforeSending } from '../../../../../src/client/subjects/trials/form/trial-form-faults'
import { formOfTrial } from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { drawnGroupsOfTrial, typedDesignOf } from '../../../../../src/client/subjects/trials/form/typed-design-of'
import { simulationFormOf } from '../../../../../src/client/subjects/simulation/design/form-of-trial'
import { formOfTypedDesign } from '../../../../../src/client/subjects/simulation/design/form-of-typed-design'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { settingsSections } from '../../../../../src/client/subjects/trials/trial/settings/settings-sections'
import { answers, refuses } from '../../../open-app'
import { openedSettings, PLANNED } from './open-settings'
import { aTrialWithSettings } from './a-shown-settings'

/* The ratio may differ by the options of one stratum: weights of the groups for each option (decision 0108). */

const GROUPS = [
  { id: 1, weight: 2 },
  { id: 2, weight: 0 },
]

describe('the ratios of a stratum in the form', () => {
  test('begin as the ratio of the study groups, in which a closed one has the weight 1', () => {
    expect(ratiosOfGroups(['Severe', 'Mild'], GROUPS)).toBe('2:1 Severe\n2:1 Mild')
  })

  test('have weights that are typed one by one, also while they are empty or no numbers', () => {
    const at = { name: 'Very severe', groups: GROUPS }
    const ratios = withWeight('1:1 Mild', { ...at, place: 1, weight: 3 })
    expect(ratios).toBe('1:1 Mild\n2:3 Very severe')
    const typed = withWeight(ratios, { ...at, place: 0, weight: '' })
    expect(weightsOfOption(typed, 'Very severe', GROUPS)).toEqual(['', 3])
    expect(sentRatio(withWeight(typed, { ...at, place: 0, weight: 'x' }), 'Very severe', GROUPS)).toBe('x:3')
  })

  test('follow study groups that come and go, and are sent in order of the groups’ ids', () => {
    const more = [
      { id: 9, weight: 1 },
      { id: null, weight: 4 },
      { id: 7, weight: 1 },
    ]
    expect(weightsOfOption('5:6 Mild', 'Mild', more)).toEqual([5, 6, 1])
    expect(sentRatio('5:6:7 Mild', 'Mild', more)).toBe('7:5:6')
    expect(withoutGroup('5:6:7 Mild\n1:2:3 Severe', 1)).toBe('5:7 Mild\n1:3 Severe')
  })
})

const RATED: Trial = aTrialWithSettings({
  is_stratified: true,
  trial_strata: [
    {
      id: 21,
      name: 'Severity',
      description: null,
      trial_stratum_options: [
        { id: 31, name: 'Severe', ratio: '2:1' },
        { id: 32, name: 'Mild', ratio: '1:1' },
      ],
    },
  ],
})
const SUBJECT = { trial: RATED, setup_version: 3, isBlinded: false }

const ratiosIn = (form: { trial_strata: readonly { trial_stratum_options: readonly object[] }[] }) =>
  form.trial_strata.flatMap(({ trial_stratum_options }) =>
    trial_stratum_options.map((option) => ('ratio' in option ? option.ratio : undefined)),
  )

describe('a trial with ratios', () => {
  test('is sent as it was shown, and without them by whoever is blinded', () => {
    const values = formOfTrial(RATED)
    const sent = v.parse(api.updateTrial.body, sentTrialForm(values, SUBJECT))
    expect(ratiosIn(sent)).toEqual(['2:1', '1:1'])
    expect(ratiosIn(sentTrialForm(values, { ...SUBJECT, isBlinded: true }))).toEqual([undefined, undefined])
  })

  test('is sent with none at an option that has the ratio of the study groups', () => {
    const [stratum] = RATED.trial_strata.map((one) => ({
      ...one,
      trial_stratum_options: one.trial_stratum_options.map((option, at) =>
        at === 1 ? { ...option, ratio: null } : option,
      ),
    }))
    const trial = { ...RATED, trial_strata: stratum === undefined ? [] : [stratum] }
    const values = formOfTrial(trial)
    const sent = sentTrialForm({ ...values, title: 'Another title' }, { ...SUBJECT, trial })
    expect(ratiosIn(sent)).toEqual(['2:1', null])
    expect(typedDesignOf(values).trial_strata[0]?.option_ratios).toEqual(['2:1', null])
  })

  test('is copied and simulated with them', () => {
    const copy = sentTrialForm(copiedTrialForm(RATED), { trial: null, setup_version: null, isBlinded: false })
    expect(ratiosIn(copy)).toEqual(['2:1', '1:1'])
    const forms = [simulationFormOf(RATED), formOfTypedDesign(typedDesignOf(formOfTrial(RATED)))]
    for (const form of forms) {
      const requests = form && simulationRequests(form)
      expect(
        requests?.ok && requests.value.map(({ design }) => ratiosIn({ trial_strata: design.trial_strata ?? [] })),
      ).toEqual([['2:1', '1:1']])
    }
  })

  test('shows them among its settings', () => {
    const items = settingsSections(RATED).flatMap((section) => section.items)
    expect(items).toContainEqual(['Severity', 'Severe (ratio 2:1), Mild (ratio 1:1)'])
  })

  test('gets block sizes that hold each of them, where sizes are to be chosen', () => {
    const groups = drawnGroupsOfTrial(formOfTrial(RATED))
    const form = { ...USUAL_METHOD, chosen_block_sizes: '' }
    expect(withMethod(form, methodNamed('chosen_blocks'), groups).chosen_block_sizes).toBe('12:1, 24:1')
  })

  test('has a fault of one ratio with the number of its option', () => {
    const values = formOfTrial(RATED)
    const trial_strata = values.trial_strata.map((one) => ({ ...one, option_ratios: '2:1 Severe\n:1 Mild' }))
    expect(faultsBeforeSending({ ...values, trial_strata }, SUBJECT)).toEqual({
      'trial_strata.0.option_ratios': 'Option 2: Each weight must be a whole number, 1 or more',
    })
  })

  test('has a fault of a ratio at the choice beside the method', () => {
    const faults = byField({
      'trial_strata.0.trial_stratum_options.1.ratio': 'The ratio may differ by one stratum only',
    })
    expect(faults).toEqual({ 'trial_strata.0.option_ratios': 'The ratio may differ by one stratum only' })
    expect(Object.keys(faults).map(sectionOf)).toEqual(['allocation'])
  })
})

describe('an option whose name is corrected', () => {
  const optionsSent = (typed: string, subject = SUBJECT) => {
    const values = formOfTrial(RATED)
    const trial_strata = values.trial_strata.map((stratum) => ({
      ...stratum,
      trial_stratum_options: typed,
      option_ratios: subject.isBlinded ? '' : withNewNames(stratum.option_ratios, stratum.trial_stratum_options, typed),
    }))
    return sentTrialForm({ ...values, trial_strata }, subject).trial_strata[0]?.trial_stratum_options
  }
  const BLINDED = { ...SUBJECT, isBlinded: true }
  const NO_CAP = { max_participants: null }

  test('is the same option, with its ratio', () => {
    expect(optionsSent('Severe disease\nMild')).toEqual([
      { id: 31, name: 'Severe disease', ...NO_CAP, ratio: '2:1' },
      { id: 32, name: 'Mild', ...NO_CAP, ratio: '1:1' },
    ])
  })

  test('is the same option also where a blinded person corrects it, whom no ratio is shown', () => {
    expect(optionsSent('Severe disease\nMild', BLINDED)).toEqual([
      { id: 31, name: 'Severe disease', ...NO_CAP },
      { id: 32, name: 'Mild', ...NO_CAP },
    ])
  })

  test.each([
    ['two that swap their names are two that swap their places', 'Mild\nSevere', [32, 31]],
    ['all may be corrected at once', 'Severe disease\nMild disease', [31, 32]],
    ['one is added below', 'Severe\nMild disease\nUnknown', [31, 32, undefined]],
    ['one is added above', 'Unknown\nSevere\nMild', [undefined, 31, 32]],
    ['one that is taken away leaves the other', 'Mild disease', [undefined]],
    ['a name that is there twice is one option', 'Severe\nSevere', [31, undefined]],
  ])('%s', (_what, typed, ids) => {
    const options = optionsSent(typed, BLINDED)
    expect(options?.map((option) => ('id' in option ? option.id : undefined))).toEqual(ids)
  })

  test('has its ratio and its cap after every key, also after an empty line', () => {
    const keys = ['Severe\nMil', 'Severe\nM', 'Severe\n', 'Severe\nL', 'Severe\nLi', 'Severe\nLight']
    let [before, ratios, caps] = ['Severe\nMild', '2:1 Severe\n1:1 Mild', '60 Mild']
    for (const typed of keys) {
      ratios = withNewNames(ratios, before, typed)
      caps = withNewNames(caps, before, typed)
      before = typed
    }
    expect([ratios, caps]).toEqual(['2:1 Severe\n1:1 Light', '60 Light'])
    expect(withNewNames('2:1 Severe\n1:1 ', 'Severe\n', 'Severe')).toBe('2:1 Severe')
    expect(withNewNames('', '', 'Severe')).toBe('')
  })

  test('has its ratio where its line is cut out and put in again', () => {
    const cut = withNewNames('2:1 Severe\n1:1 Mild', 'Severe\nMild', '\nMild')
    const moved = withNewNames(cut, '\nMild', 'Mild\n')
    expect(withNewNames(moved, 'Mild\n', 'Mild\nSevere')).toMatch(/^2:1 Severe$/m)
    const gone = withNewNames('2:1 Severe\n1:1 Mild', 'Severe\nMild', 'Mild')
    expect(withNewNames(gone, 'Mild\n', 'Mild\nSevere')).toMatch(/^2:1 Severe$/m)
  })

  test('has its own ratio under the name of one that is gone', () => {
    expect(withNewNames('1:1 Mild\n2:1 Severe', 'Severe', 'Mild')).toBe('2:1 Mild')
  })
})

beforeEach(() => void vi.stubGlobal('BroadcastChannel', BroadcastChannel))
afterEach(() => void vi.unstubAllGlobals())

const choice = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /Ratio differs by/, hidden: true })
const weightIn = (option: string, group: string) =>
  within(screen.getByRole('group', { name: `Ratio: ${option}`, hidden: true })).getByLabelText(new RegExp(group))

describe('the form', () => {
  test('asks for the stratum, then for the weights of each option, and sends them', async () => {
    const { form, sent } = await openedSettings(answers(api.updateTrial, PLANNED))
    fireEvent.change(await choice(), { target: { value: '0' } })
    fireEvent.change(weightIn('Female', 'Aspirin'), { target: { value: '2' } })
    fireEvent.submit(form)
    await waitFor(() => expect(sent.some(({ call }) => call === 'PUT trials/1')).toBe(true))
    const put = sent.find(({ call }) => call === 'PUT trials/1')
    expect(JSON.stringify(put)).toMatch(/"name":"Female"[^}]*"ratio":"2:1"[^}]*\}[^}]*"name":"Male"[^}]*"ratio":"1:1"/)
  })

  test('renames an option with its ratio and its cap', async () => {
    const { form } = await openedSettings()
    fireEvent.change(await choice(), { target: { value: '0' } })
    fireEvent.change(weightIn('Female', 'Aspirin'), { target: { value: '2' } })
    fireEvent.change(screen.getByLabelText('Most participants: Female'), { target: { value: '60' } })
    fireEvent.change(within(form).getByLabelText(/^Options/), { target: { value: 'Woman\nMale' } })
    expect(weightIn('Woman', 'Aspirin')).toMatchObject({ value: '2' })
    expect(screen.getByLabelText('Most participants: Woman')).toMatchObject({ value: '60' })
  })

  test('says of block sizes what is true of the method, and nothing where it has none', async () => {
    await openedSettings()
    fireEvent.change(await choice(), { target: { value: '0' } })
    const said = () =>
      /[^.]*block sizes?[^.]*\./.exec(screen.getByText(/^These weights replace/).textContent)?.[0].trim()
    expect(said()).toBeUndefined()
    const method = screen.getByRole('combobox', { name: /^Randomisation method/ })
    fireEvent.change(method, { target: { value: '1' } })
    expect(said()).toBe('Each option has its own block sizes.')
    fireEvent.change(method, { target: { value: '9' } })
    expect(said()).toBe('Each block size must fit every ratio.')
  })

  test('takes the ratios away where nothing is chosen', async () => {
    await openedSettings()
    fireEvent.change(await choice(), { target: { value: '0' } })
    expect(screen.getByRole('group', { name: 'Ratio: Female', hidden: true })).toBeTruthy()
    fireEvent.change(await choice(), { target: { value: '' } })
    expect(screen.queryByRole('group', { name: 'Ratio: Female', hidden: true })).toBeNull()
  })

  test('shows a refusal at the choice, and opens the settings that it is among', async () => {
    const refusal = 'The ratio can differ by a stratum only if randomisation is stratified by strata'
    const { form } = await openedSettings(
      refuses(api.updateTrial, {
        code: 'validation_failed',
        fields: { 'trial_strata.0.trial_stratum_options.0.ratio': refusal },
      }),
    )
    fireEvent.change(await choice(), { target: { value: '0' } })
    fireEvent.submit(form)
    await waitFor(async () => expect((await choice()).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByRole('button', { name: 'Advanced' }).getAttribute('aria-expanded')).toBe('true')
  })
})
