import {
  BLINDED_NAME,
  shownGroup,
  shownGroupCounts,
  shownGroups,
  seesMore,
  visibilityOf,
  type Visibility,
  type StudyGroup,
} from '#domain/people/blinding'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const aspirin: StudyGroup = { id: 1, name: 'Aspirin', label: 'Group B', weight: 1 }
const avoid: StudyGroup = { id: 2, name: 'Avoid aspirin', label: 'Group A', weight: 1 }
const counted = (groups: readonly StudyGroup[]) => groups.map((group) => ({ ...group, count: group.id * 10 }))

/** Groups with names and ids that differ from each other and from all other text of an answer, and labels that may repeat. */
const someGroups = fc
  .array(fc.record({ weight: fc.integer({ min: 0, max: 60 }), label: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 2,
    maxLength: 8,
  })
  .map((drawn) =>
    drawn.map(({ weight, label }, index) => ({
      id: 7_000_000 + index,
      name: `name-${index}`,
      label: `label-${label}`,
      weight,
      count: 9_000_000 + index,
    })),
  )

describe('what a viewer sees of study groups', () => {
  it.each([
    [false, false, 'names'],
    [true, false, 'labels'],
    [false, true, 'nothing'],
    [true, true, 'nothing'],
  ])('partially blinded %s, wholly blinded %s: %s', (is_blinded_partial, is_blinded_whole, visibility) => {
    expect(visibilityOf({ is_blinded_partial, is_blinded_whole })).toBe(visibility)
  })

  it.each<[Visibility, { name: string; is_blinded: boolean }]>([
    ['nothing', { name: 'Blinded', is_blinded: true }],
    ['labels', { name: 'Group B', is_blinded: true }],
    ['names', { name: 'Aspirin', is_blinded: false }],
  ])('of one participant with %s is %j', (visibility, shown) => {
    expect(shownGroup(visibility, aspirin)).toEqual(shown)
  })
})

it.each([
  ['names', 'labels', true],
  ['names', 'nothing', true],
  ['labels', 'nothing', true],
  ['names', 'names', false],
  ['labels', 'names', false],
  ['nothing', 'names', false],
  ['nothing', 'labels', false],
] as const)('a person who sees %s sees more than one who sees %s: %s', (one, other, more) => {
  expect(seesMore(one, other)).toBe(more)
})

describe('a trial’s groups', () => {
  it('are hidden from people who see nothing', () => {
    expect(shownGroups('nothing', [aspirin, avoid])).toEqual([])
  })

  it('are labels in the order of labels, without ids and weights, for people who see labels', () => {
    expect(shownGroups('labels', [aspirin, avoid])).toEqual([
      { name: 'Group A', is_blinded: true },
      { name: 'Group B', is_blinded: true },
    ])
  })

  it('are complete and in their own order for people who see names', () => {
    expect(shownGroups('names', [aspirin, avoid])).toEqual([
      { id: 1, name: 'Aspirin', weight: 1, is_blinded: false },
      { id: 2, name: 'Avoid aspirin', weight: 1, is_blinded: false },
    ])
  })
})

describe('figures by group', () => {
  it('are hidden from people who see nothing', () => {
    expect(shownGroupCounts('nothing', counted([aspirin, avoid]))).toEqual([])
  })

  it('are by label, in the order of labels, for people who see labels', () => {
    expect(shownGroupCounts('labels', counted([aspirin, avoid]))).toEqual([
      { name: 'Group A', count: 20 },
      { name: 'Group B', count: 10 },
    ])
  })

  it('are not shown by label where weights differ, because the figures would reveal the groups', () => {
    expect(shownGroupCounts('labels', counted([aspirin, { ...avoid, weight: 2 }]))).toEqual([])
  })

  it.each(['Study drug', BLINDED_NAME])('are not shown where two groups have the same label: %s', (label) => {
    const alike = counted([
      { ...aspirin, label },
      { ...avoid, label },
    ])
    expect(shownGroupCounts('labels', alike)).toEqual([])
    expect(shownGroupCounts('names', alike)).toHaveLength(2)
  })

  it('are by name for people who see names, whatever the weights', () => {
    expect(shownGroupCounts('names', counted([aspirin, { ...avoid, weight: 2 }]))).toEqual([
      { id: 1, name: 'Aspirin', count: 10 },
      { id: 2, name: 'Avoid aspirin', count: 20 },
    ])
  })
})

describe('blinding', () => {
  it('never shows a name, an id or a weight of a group', () => {
    fc.assert(
      fc.property(someGroups, fc.constantFrom<Visibility>('labels', 'nothing'), (groups, visibility) => {
        const shown = [
          shownGroups(visibility, groups),
          shownGroupCounts(visibility, groups),
          groups.map((group) => shownGroup(visibility, group)),
        ]
        expect(JSON.stringify(shown)).not.toMatch(/name-|7000|"id"|"weight"/)
      }),
    )
  })

  it('makes all groups alike for people who see nothing', () => {
    fc.assert(
      fc.property(someGroups, (groups) => {
        expect(new Set(groups.map((group) => JSON.stringify(shownGroup('nothing', group)))).size).toBe(1)
        expect(shownGroup('nothing', aspirin).name).toBe(BLINDED_NAME)
      }),
    )
  })

  it('shows the same figures whichever of two groups that look alike has a participant', () => {
    fc.assert(
      fc.property(someGroups, fc.constantFrom<Visibility>('labels', 'nothing'), (drawn, visibility) => {
        const groups = drawn.map((group) => ({ ...group, weight: 1 }))
        const figuresAfter = (drawnTo: number) =>
          shownGroupCounts(
            visibility,
            groups.map((group) => (group.id === drawnTo ? { ...group, count: group.count + 1 } : group)),
          )
        for (const one of groups) {
          const { name } = shownGroup(visibility, one)
          for (const other of groups.filter((group) => shownGroup(visibility, group).name === name)) {
            expect(figuresAfter(one.id)).toEqual(figuresAfter(other.id))
          }
        }
      }),
    )
  })

  it('shows labels in an order that does not depend on that of the groups', () => {
    fc.assert(
      fc.property(someGroups, (groups) => {
        expect(shownGroups('labels', groups.toReversed())).toEqual(shownGroups('labels', groups))
        expect(shownGroupCounts('labels', groups.toReversed())).toEqual(shownGroupCounts('labels', groups))
      }),
    )
  })

  it('leaves the groups themselves unchanged', () => {
    const groups = Object.freeze([aspirin, avoid])
    shownGroups('labels', groups)
    expect(groups).toEqual([aspirin, avoid])
  })
})
