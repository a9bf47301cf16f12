// @vitest-environment happy-dom
import type { StoredParticipant } from '#contract/stored-answers'
import { expect, test } from 'vitest'
import { participantsSearch } from '../../../../../src/client/subjects/participants/participants-search'
import { pageOfStored } from '../../../../../src/client/subjects/participants/list/use-participants'

/* A page of stored participants equals the page that the server would send. */

const participants: StoredParticipant[] = Array.from({ length: 12 }, (_, place) => ({
  id: 100 + place,
  trial_sequence_no: place + 1,
  participant_id: `P-${'abcdefghijkl'.charAt(place)}x`,
  site_id: place % 2 === 0 ? 11 : 12,
  flag_status: { name: place === 3 ? 'Flagged' : 'Unflagged' },
}))

const numbersOf = (search: Parameters<typeof participantsSearch.read>[0]) => {
  const { data, ...place } = pageOfStored(participants, participantsSearch.read(search))
  return [data.map(({ trial_sequence_no }) => trial_sequence_no), place]
}

test.each([
  ['the newest first', {}, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], { page: 1, pages: 2, total: 12, page_size: 10 }],
  ['the next page', { page: '2' }, [2, 1], { page: 2, pages: 2, total: 12, page_size: 10 }],
  [
    'the oldest first',
    { order: 'asc', page_size: '10' },
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    { page: 1, pages: 2, total: 12, page_size: 10 },
  ],
  ['a number', { q: '1' }, [1], { page: 1, pages: 1, total: 1, page_size: 10 }],
  ['a part of an ID', { q: 'P-K' }, [11], { page: 1, pages: 1, total: 1, page_size: 10 }],
  ['a site', { site_id: '12', page_size: '25' }, [12, 10, 8, 6, 4, 2], { page: 1, pages: 1, total: 6, page_size: 25 }],
  ['a flag', { flag_status: 'Flagged' }, [4], { page: 1, pages: 1, total: 1, page_size: 10 }],
  ['nothing', { q: 'nobody' }, [], { page: 1, pages: 0, total: 0, page_size: 10 }],
] as const)('%s', (_what, search, numbers, place) => {
  expect(numbersOf(search)).toEqual([numbers, place])
})
