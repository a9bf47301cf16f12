import { ROLES } from '#domain/people/permissions'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { ALLOCATION_METHODS, RANDOMISATION_METHODS } from '#domain/trials/trial-methods'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { describe, expect, test } from 'vitest'
import {
  joinedName,
  storedAllocationMethod,
  storedRandomisationMethod,
  storedRole,
  studyPackStatusName,
  trialStatusName,
} from '../../../src/server/ground/stored-names'

/* A stored id has a name, or the program stops: an empty name on a report would be taken for a fact. */

describe.each([
  { of: 'trial status', nameOf: trialStatusName, items: TRIAL_STATUSES.map(({ id, name }) => ({ id, name })) },
  {
    of: 'study pack status',
    nameOf: studyPackStatusName,
    items: STUDY_PACK_STATUSES.map(({ id, name }) => ({ id, name })),
  },
  {
    of: 'role',
    nameOf: (id: number) => storedRole(id).title,
    items: ROLES.map(({ id, title }) => ({ id, name: title })),
  },
  {
    of: 'allocation method',
    nameOf: (id: number) => storedAllocationMethod(id).title,
    items: ALLOCATION_METHODS.map(({ id, title }) => ({ id, name: title })),
  },
  {
    of: 'randomisation method',
    nameOf: (id: number) => storedRandomisationMethod(id).title,
    items: RANDOMISATION_METHODS.map(({ id, title }) => ({ id, name: title })),
  },
])('a stored $of', ({ of, nameOf, items }) => {
  test.for<{ id: number; name: string }>(items)('with the id $id is called $name', ({ id, name }) => {
    expect(nameOf(id)).toBe(name)
    expect(name).not.toBe('')
  })

  test('that is in no list throws', () => {
    expect(() => nameOf(99)).toThrow(`there is no ${of} 99`)
  })
})

test.for([null, undefined])('a joined name that is %s throws with its owner', (name) => {
  expect(() => joinedName(name, 'site 7')).toThrow('site 7 has no name')
})
