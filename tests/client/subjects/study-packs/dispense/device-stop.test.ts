import { describe, expect, test } from 'vitest'
import {
  offlineStop,
  othersStop,
  refusedStop,
  waitingStop,
} from '../../../../../src/client/subjects/study-packs/dispense/device-stop'
import { DISPENSED_HERE, othersAction } from '../../../../../src/client/safety-words'
import { aShownPack } from '../../../a-shown-pack'
import { aNewDispense, NOON, stored } from '../../../device/outbox/some-actions'

const HOUR = 60 * 60 * 1000
const pack = {
  ...aShownPack(),
  id: 21,
  pack_id: 'A-1',
  batch_id: 'B',
  study_pack_status_id: 5,
  site_id: 1,
  duration: null,
  last_allocation_date: null,
  expire_on: '2026-12-31',
  is_confirmable: true,
  code_check: { salt: 's', hash: 'h' },
  participant: { trial_sequence_no: 12 },
}
const { code_check: _, ...uncheckable } = pack
const trial = { is_confirmable: true, is_dispense_checked: false }
const device = { trial, now: NOON, today: '2026-11-21' }

describe('a right pack without the server', () => {
  test.each([
    ['is dispensed', pack, 0, device, null],
    ['is dispensed up to a day later', pack, 24 * HOUR, device, null],
    ['is not, after more than a day', pack, 24 * HOUR + 1, device, 'too_old'],
    ['is not, where the clock was put back', pack, -60_001, device, 'age_unknown'],
    ['is not, where nothing is kept to compare its digits with', uncheckable, 0, device, 'not_checkable'],
    ['is, where it has no digits', { ...uncheckable, is_confirmable: false }, 0, device, null],
    [
      'is not, where a second person confirms',
      pack,
      0,
      { ...device, trial: { ...trial, is_dispense_checked: true } },
      'second_person_needed',
    ],
  ])('%s', (_, candidate, age, context, kind) => {
    expect(offlineStop({ pack: candidate, as_of: NOON - age }, context)?.kind ?? null).toBe(kind)
  })
})

describe('a pack in the outbox', () => {
  const action = stored(aNewDispense('d', [21]))
  const refused = stored(aNewDispense('d', [21]), {
    state: 'attention',
    notes: [{ at: NOON, event: 'refused', words: 'It went to another' }],
  })

  test('is not dispensed a second time while it waits to be sent', () => {
    expect(waitingStop(pack, [action])?.words).toContain(DISPENSED_HERE)
    expect([waitingStop({ ...pack, id: 22 }, [action]), waitingStop(pack, [refused])]).toEqual([null, null])
  })

  test("is not dispensed while another person's action concerns it", () => {
    expect(othersStop(pack, 'Li Wei')).toMatchObject(othersAction('Li Wei', 'A-1'))
    expect(othersStop(pack, null)).toBeNull()
  })

  test('needs a decision first where the server refused it', () => {
    expect(refusedStop(pack, [refused])?.words).toContain('It went to another')
    expect(refusedStop(pack, [action])).toBeNull()
  })
})
