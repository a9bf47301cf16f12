import { NO_PERMISSION } from '#domain/people/permissions'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, test } from 'vitest'
import { reasonNotToRandomise } from '../../../../../src/client/subjects/trials/trial/reason-not-to-randomise'
import { aShownTrial } from '../../../a-shown-trial'

const atLevel = (level: number) => ({ ...NO_PERMISSION, role: { level, title: '', context: 'site' as const } })
const NOT_STARTED = 'Participants can be randomised only while the trial is Started.'

describe('whether a person may randomise', () => {
  test.each(TRIAL_STATUSES.map(({ id, name }) => [name, id, name === 'Started' ? null : NOT_STARTED] as const))(
    'in a trial that is %s',
    (_, trial_status_id, expected) => {
      expect(reasonNotToRandomise(aShownTrial({ trial_status_id }), atLevel(2))).toBe(expected)
    },
  )

  test('not with a permission that only allows viewing', () => {
    expect(reasonNotToRandomise(aShownTrial(), atLevel(1))).toContain('do not have permission to randomise')
  })

  test.each([
    ['one place is left', 99, 100, null],
    ['every place is taken', 100, 100, 'The trial has reached its sample size.'],
    ['there is no limit', 100, 0, null],
  ])('%s', (_, num_sampled, sample_size, expected) => {
    expect(reasonNotToRandomise(aShownTrial({ num_sampled, sample_size }), atLevel(2))).toBe(expected)
  })
})
