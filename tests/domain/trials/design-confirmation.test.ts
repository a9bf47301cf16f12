import {
  confirmationRefusal,
  isConfirmationMissing,
  type ConfirmedDesign,
  type CurrentDesign,
} from '#domain/trials/design-confirmation'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, test } from 'vitest'

const [MAKER, SECOND] = [1, 2]
const DESIGN: CurrentDesign = {
  trial_status_id: 1,
  is_design_checked: true,
  design_version: 3,
  design_hash: 'c0ffee',
  design_changed_by: MAKER,
}
const CONFIRMED: ConfirmedDesign = { design_version: 3, design_hash: 'c0ffee' }

test.each<[says: string, design: Partial<CurrentDesign>, confirmed: ConfirmedDesign | null, isMissing: boolean]>([
  ['is missing where nobody gave one', {}, null, true],
  ['is missing where the design was changed since', { design_version: 4, design_hash: 'decaf' }, CONFIRMED, true],
  ['is missing where the change was taken back', { design_version: 5 }, CONFIRMED, true],
  ['is missing where the design is another under the same version', { design_hash: 'decaf' }, CONFIRMED, true],
  ['is there where this very design was confirmed', {}, CONFIRMED, false],
  ['is not missed where the trial asks for none', { is_design_checked: false }, null, false],
])('a confirmation %s', (_says, design, confirmed, isMissing) => {
  expect(isConfirmationMissing({ ...DESIGN, ...design }, confirmed)).toBe(isMissing)
})

describe('a person who confirms a design', () => {
  test.each<[says: string, design: Partial<CurrentDesign>, by: object, refusal: string | null]>([
    ['is not the one who changed it last', {}, { user_id: MAKER }, 'own_design'],
    ['is not somebody who was shown an earlier one', {}, { shown_version: 2 }, 'trial_changed_meanwhile'],
    ['is asked only where the trial asks', { is_design_checked: false }, {}, 'confirmation_not_awaited'],
    ['is somebody else', {}, {}, null],
    ['is anybody where it is not known who changed it', { design_changed_by: null }, { user_id: MAKER }, null],
  ])('%s', (_says, design, by, refusal) => {
    const confirmer = { user_id: SECOND, shown_version: 3, ...by }
    expect(confirmationRefusal({ ...DESIGN, ...design }, null, confirmer)).toBe(refusal)
  })

  test('may do so once for each design, and only where the trial may start', () => {
    const confirmer = { user_id: SECOND, shown_version: 3 }
    expect(confirmationRefusal(DESIGN, CONFIRMED, confirmer)).toBe('confirmation_not_awaited')
    const confirmable = TRIAL_STATUSES.filter(
      ({ id }) => confirmationRefusal({ ...DESIGN, trial_status_id: id }, null, confirmer) === null,
    )
    expect(confirmable.map(({ key }) => key)).toEqual(['planning', 'pending', 'paused'])
  })
})
