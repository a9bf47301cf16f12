import { NO_PERMISSION } from '#domain/people/permissions'
import { expect, test } from 'vitest'
import { showsPart } from '../../../../../../src/client/subjects/trials/trial/overview/shows-part'

/* Figures of some sites beside the counts of a whole trial with 12 participants. */

const permissionOf = (context: 'site' | 'trial') => ({
  ...NO_PERMISSION,
  role: { ...NO_PERMISSION.role, context },
})
const recruited = (count: number) => [
  { date: '2026-11-19', count: 3 },
  { date: '2026-11-20', count: count - 3 },
]

test.each([
  ['some of the participants at a site', 'site', 9, 0, true],
  ['all of them', 'site', 12, 0, false],
  ['more than all, since flagged ones do not count', 'site', 13, 1, false],
  ['some, with a flagged one beside', 'site', 12, 1, true],
  ['some by mistake, without a site of their own', 'trial', 9, 0, false],
] as const)('a viewer who sees %s', (_seen, context, count, flagged_left_out, isPart) => {
  const figures = { recruitment: recruited(count), flagged_left_out }
  expect(showsPart({ num_sampled: 12 }, permissionOf(context), figures)).toBe(isPart)
})
