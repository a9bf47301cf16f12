import { STUDY_PACK_STATUSES, studyPackStatusId } from '#domain/study-pack'
import { describe, expect, it } from 'vitest'

describe('the statuses of a study pack', () => {
  it('have the numbers of the specification', () => {
    expect(STUDY_PACK_STATUSES.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Inactive',
      '2 Active',
      '3 Expired',
      '4 Removed',
      '5 Allocated (not dispensed)',
      '6 Dispensed',
      '7 Recalled',
    ])
  })

  it.each(STUDY_PACK_STATUSES)('are found by key: $name', ({ id, key }) => {
    expect(studyPackStatusId(key)).toBe(id)
  })
})
