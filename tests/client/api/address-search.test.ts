import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../../../src/client/api/address-search'
import { participantsSearch, randomiseSearch } from '../../../src/client/subjects/participants/participants-search'
import { trialsSearch } from '../../../src/client/subjects/trials/trials-search'

describe('the search part of an address', () => {
  test.each([
    ['', {}],
    ['?page=2', { page: '2' }],
    ['?status=started&status=paused', { status: ['started', 'paused'] }],
    ['?status=a&status=b&status=c', { status: ['a', 'b', 'c'] }],
    ['?q=a+b%26c', { q: 'a b&c' }],
  ])('%s is read and written back', (address, search) => {
    expect(parseSearch(address)).toEqual(search)
    expect(stringifySearch(search)).toBe(address)
  })

  test('has no empty or undefined fields', () => {
    expect(stringifySearch({ q: '', page: undefined, status: [] })).toBe('')
  })
})

type Search = ReturnType<typeof trialsSearch.validate>

describe('the trial list’s address', () => {
  test.each([
    [
      'keeps what the call takes',
      { page: '2', status: 'started', sort: 'title' },
      { page: '2', status: 'started', sort: 'title' },
    ],
    ['drops a page that is none', { page: '0' }, {}],
    ['drops a status that there is not', { status: ['started', 'lost'] }, {}],
    ['drops a field that it does not have', { colour: 'red' }, {}],
    ['drops a sort that there is not', { sort: 'size', order: 'desc' }, { order: 'desc' }],
  ])('%s', (_, raw, valid) => {
    expect(trialsSearch.validate(raw)).toEqual(valid)
  })

  test('has the defaults where it is empty', () => {
    expect(trialsSearch.read({})).toEqual({ page: 1, page_size: 10, q: '', status: [], sort: 'id', order: 'asc' })
  })

  test.each(['33', '1000'])('a page size of %s, which the list does not offer, is 10', (page_size) => {
    expect(trialsSearch.read({ page_size }).page_size).toBe(10)
  })

  test.each<[string, Search, Search, Search]>([
    ['puts a value in', { page: '3' }, { q: 'aspirin' }, { page: '3', q: 'aspirin' }],
    ['leaves out what is the default', { page: '3', q: 'aspirin' }, { page: '1', q: '' }, {}],
    ['leaves out an empty choice', { status: ['started'] }, { status: [] }, {}],
    ['keeps what is not the default', { sort: 'title' }, { order: 'desc' }, { sort: 'title', order: 'desc' }],
  ])('changing it %s', (_, before, changes, after) => {
    expect(trialsSearch.change(before, changes)).toEqual(after)
  })

  test('a change removes invalid fields, which the router passes on unchanged', () => {
    expect(trialsSearch.change({ page: 'minus', sort: 'title', else: '1' }, { q: 'aspirin' })).toEqual({
      sort: 'title',
      q: 'aspirin',
    })
  })
})

describe('the participants’ address', () => {
  test('stands for the newest first', () => {
    expect(participantsSearch.read({})).toEqual({ page: 1, page_size: 10, q: '', sort: 'sequence', order: 'desc' })
  })
})

describe('the wizard’s address', () => {
  test('has a key and its person, and nothing else', () => {
    const raw = { attempt: '0b2c1d3e', by: '3', participant_id: 'P-1', site_id: '4' }
    expect(randomiseSearch.validate(raw)).toEqual({ attempt: '0b2c1d3e', by: '3' })
  })
  test('has no key that the server would refuse', () => {
    expect(randomiseSearch.validate({ attempt: 'with space' })).toEqual({})
  })
})
