import { describe, expect, test } from 'vitest'
import { beforeActing } from '../../../../../src/client/subjects/study-packs/actions/before-acting'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

const TRIAL = aShownTrial({
  study_groups: [
    { id: 7, name: 'Aspirin', is_blinded: false },
    { id: 8, name: 'Placebo', is_blinded: false },
  ],
})
const ALLOCATED = 5
const waitingFor = (...participants: number[]) =>
  participants.map((trial_sequence_no) =>
    aShownPack({
      id: trial_sequence_no,
      study_pack_status_id: ALLOCATED,
      participant: { id: 100 + trial_sequence_no, trial_sequence_no },
    }),
  )

describe('before packs are removed', () => {
  test.each([
    ['one that waits for nobody', [aShownPack()], []],
    [
      'one that waits',
      waitingFor(12),
      ['Participant 12 will lose this pack. No replacement is allocated automatically.'],
    ],
    [
      'some of which wait',
      [...waitingFor(19, 12), aShownPack()],
      ['Participants 12, 19 will lose their packs. No replacement is allocated automatically.'],
    ],
  ])('the participants who lose theirs are named: %s', (_which, packs, words) => {
    expect(beforeActing('remove', packs, TRIAL)).toEqual(words)
  })

  test('a dozen of them are named', () => {
    const [words] = beforeActing('remove', waitingFor(...Array.from({ length: 14 }, (_, index) => index + 1)), TRIAL)
    expect(words).toContain('11, 12 and 2 others will lose')
  })

  test('but not before any other action', () => {
    expect(beforeActing('transfer', waitingFor(12), TRIAL)).toEqual([])
  })
})

describe('packs of one study group alone are not marked without a warning', () => {
  const [aspirin, placebo] = [
    { id: 7, name: 'Aspirin' },
    { id: 8, name: 'Placebo' },
  ]
  const of = (...groups: (typeof aspirin | undefined)[]) =>
    groups.map((study_group, index) => aShownPack({ id: index, ...(study_group === undefined ? {} : { study_group }) }))

  test.each([
    ['two of one group', of(aspirin, aspirin), 1],
    ['of both groups', of(aspirin, placebo), 0],
    ['a single pack', of(placebo), 0],
    ['groups that one is not told', of(undefined, undefined), 0],
  ])('%s', (_which, packs, warnings) => {
    expect(beforeActing('update', packs, TRIAL)).toHaveLength(warnings)
  })

  test('where the trial has no other group, there is no warning', () => {
    const alone = { study_groups: TRIAL.study_groups.slice(0, 1) }
    expect(beforeActing('update', of(aspirin, aspirin), alone)).toEqual([])
  })
})
