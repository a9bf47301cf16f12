import { describe, expect, it } from 'vitest'
import { groupIdAt, openGroups } from '#domain/randomisation/design'
import { aDesign, weighted } from './designs'

describe('the groups of a design', () => {
  const design = aDesign({ study_groups: weighted(2, 0, 1) })

  it('are open while their weight is above 0', () => {
    expect(openGroups(design)).toEqual([
      { id: 1, weight: 2 },
      { id: 3, weight: 1 },
    ])
  })

  it('have ids by place', () => {
    expect([0, 1, 2].map((k) => groupIdAt(design, k))).toEqual([1, 2, 3])
  })

  it.each([-1, 3, Number.NaN])('are never made up: place %d is a defect', (k) => {
    expect(() => groupIdAt(design, k)).toThrow(TypeError)
  })
})
