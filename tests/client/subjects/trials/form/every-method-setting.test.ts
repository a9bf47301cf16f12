import { api } from '#contract/api'
import { METHOD_SETTING_NAMES, settingNamesOf } from '#domain/trials/method-setting'
import { pick } from '#domain/record-of'
import { METHOD_SETTINGS, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { formPath } from '../../../../../src/client/subjects/simulation/design/form-faults'
import { formOfSimulations } from '../../../../../src/client/subjects/simulation/design/form-of-simulations'
import { simulationFormOf } from '../../../../../src/client/subjects/simulation/design/form-of-trial'
import { simulationRequests } from '../../../../../src/client/subjects/simulation/design/simulation-requests'
import { methodWords } from '../../../../../src/client/subjects/simulation/design/method-words'
import { designSections } from '../../../../../src/client/subjects/trials/trial/settings/settings-sections'
import { fieldInWords } from '../../../../../src/client/subjects/trials/form/field-words'
import { sectionOf } from '../../../../../src/client/subjects/trials/form/form-sections'
import { sentTrialForm } from '../../../../../src/client/subjects/trials/form/sent-trial-form'
import { formOfTrial } from '../../../../../src/client/subjects/trials/form/trial-form-values'
import { OTHER_SETTINGS, USUAL_SETTINGS } from '../../../../support/other-settings'
import { aTrialWithSettings } from './a-shown-settings'

/* Each method of the table, with every setting changed from its usual value. */

describe.each(RANDOMISATION_METHODS)('the settings of a trial by $title', ({ id: randomisation_method_id, name }) => {
  const trial = aTrialWithSettings({ randomisation_method_id, is_site_stratified: true, ...OTHER_SETTINGS })
  const own = settingNamesOf(name)
  const OWN = pick(OTHER_SETTINGS, own)
  // A setting that another one replaces is not read.
  const replaced = own
    .map((setting) => METHOD_SETTINGS[setting])
    .flatMap((row) => ('holds_instead_of' in row ? [row.holds_instead_of] : []))
  const read = own.filter((setting) => !replaced.some((name) => name === setting))

  test('return from the form as they were shown; those of other methods too, or empty', () => {
    const sent = sentTrialForm(formOfTrial(trial), { trial, setup_version: 3, isBlinded: false })
    const parsed = v.parse(api.updateTrial.body, sent)
    expect(pick(parsed, METHOD_SETTING_NAMES)).toEqual(
      Object.fromEntries(
        METHOD_SETTING_NAMES.map((setting) => {
          const isLeftOut = USUAL_SETTINGS[setting] === null && !Object.hasOwn(OWN, setting)
          return [setting, isLeftOut ? null : OTHER_SETTINGS[setting]]
        }),
      ),
    )
  })

  test('are simulated, those of its own method alone, and return into the form', () => {
    const form = simulationFormOf(trial)
    const requests = form === null ? null : simulationRequests(form)
    const [request] = requests?.ok ? requests.value : []
    expect(request?.design).toMatchObject(OWN)
    if (request === undefined) return
    const simulated = v.parse(api.startSimulation.body, request)
    expect(pick(simulated.design, METHOD_SETTING_NAMES)).toEqual({ ...USUAL_SETTINGS, ...OWN })
    expect(formOfSimulations([simulated]).alternatives[0]).toMatchObject(OWN)
    const words = methodWords(simulated.design)
    const numbers = read.filter((setting) => !('weighs' in METHOD_SETTINGS[setting]))
    for (const setting of numbers) expect(words).toContain(String(OTHER_SETTINGS[setting]))
  })

  test('are each shown among the settings of the trial', () => {
    const words = designSections(trial)
      .flatMap(({ items }) => items.map(([, value]) => value?.toLowerCase()))
      .join('; ')
    for (const setting of read) expect(words).toContain(String(OTHER_SETTINGS[setting]))
  })

  test.each(own)('%s is a field of the form, with words, and of a simulated alternative', (setting) => {
    expect(sectionOf(setting)).toBe('allocation')
    expect(fieldInWords(setting)).toBe(METHOD_SETTINGS[setting].title)
    expect(formPath(0, `design.${setting}`)).toBe(`alternatives.0.${setting}`)
  })
})
