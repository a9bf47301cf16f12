import { describe, expect, it } from 'vitest'
import { cellOfVirtualArm, groupIdsAt, openGroupIds, weightSum } from '#domain/randomisation/design'
import { aDesign, crossed, simple } from './designs'

describe('the groups of a design', () => {
  const design = simple(2, 0, 1)

  it.each([
    { of: '2 : 0 : 1', design, open: [1, 3] },
    { of: 'one group', design: simple(0, 5), open: [2] },
    { of: 'two factors', design: aDesign(crossed([1, 0], [0, 2, 1])), open: [1, 4, 5] },
  ])('of $of are open while their weight is above 0: $open', ({ design, open }) => {
    expect(openGroupIds(design)).toEqual(open)
  })

  it('have ids by place', () => {
    expect([0, 1, 2].map((k) => groupIdsAt(design, k))).toEqual([[1], [2], [3]])
  })

  it('are two at each place in a factorial trial', () => {
    expect(groupIdsAt(aDesign(crossed([1, 1], [1, 1])), 2)).toEqual([2, 3])
  })

  it.each([-1, 3, Number.NaN])('are never made up: place %d is a defect', (k) => {
    expect(() => groupIdsAt(simple(2, 0), k)).toThrow(TypeError)
  })
})

describe('virtual arms', () => {
  it.each([
    { weights: [1, 1], owners: [0, 1] },
    { weights: [3, 2, 1], owners: [0, 0, 0, 1, 1, 2] },
    { weights: [0, 2, 0, 1], owners: [1, 1, 3] },
    { weights: [2, 4], owners: [0, 1, 1] },
  ])('of the weights $weights belong to the cells $owners', ({ weights, owners }) => {
    const design = simple(...weights)
    expect(weightSum(design.cells)).toBe(owners.length)
    expect(owners.map((_, arm) => cellOfVirtualArm(design, arm))).toEqual(owners)
  })

  it.each([3, 4])('end with the last: arm %i of three belongs to no cell, which ends the draw', (arm) => {
    const design = simple(2, 1)
    expect(() => groupIdsAt(design, cellOfVirtualArm(design, arm))).toThrow(TypeError)
  })
})
