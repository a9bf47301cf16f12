import { describe, expect, test } from 'vitest'
import {
  blankGenerateForm,
  generateBody,
  generateFaults,
  requestedPackCount,
  type GenerateForm,
} from '../../../../../src/client/subjects/study-packs/label-generator/generate-form'

const trial = {
  is_site_managing_packs: true,
  study_groups: [
    { id: 1, name: 'Zanamivir', is_blinded: false },
    { id: 2, name: 'Oseltamivir', is_blinded: false },
  ],
}
const sound: GenerateForm = {
  batch_id: ' B9 ',
  prefix: 'A-',
  counts: { '1': 10, '2': '5' },
  site_id: '3',
  duration: 28,
  expire_on: '2027-12-31',
}

describe('the requested packs', () => {
  test('are the request of the form', () => {
    expect(generateBody(trial, sound)).toEqual({
      batch_id: ' B9 ',
      prefix: 'A-',
      study_groups: [
        { id: 1, count: 10 },
        { id: 2, count: 5 },
      ],
      site_id: 3,
      duration: 28,
      expire_on: '2027-12-31',
    })
    expect(requestedPackCount(sound)).toBe(15)
  })

  test('are none where nothing is filled in', () => {
    const blank = blankGenerateForm(trial)
    expect(requestedPackCount(blank)).toBe(0)
    expect(generateBody(trial, blank)).toMatchObject({ site_id: null, duration: null, expire_on: null })
  })
})

describe('the missing fields of the form', () => {
  test.each<[string, Partial<GenerateForm>, string[]]>([
    ['nothing', {}, []],
    ['a batch', { batch_id: '  ' }, ['batch_id']],
    ['packs', { counts: { '1': 0, '2': '' } }, ['counts']],
    ['fewer packs', { counts: { '1': 20_000, '2': 1 } }, ['counts']],
    ['whole packs', { counts: { '1': 1.5, '2': 1 } }, ['counts']],
    ['a prefix that can stand in an id', { prefix: 'A/ ' }, ['prefix']],
    ['a site', { site_id: '' }, ['site_id']],
    ['a real day', { expire_on: '2027-02-30' }, ['expire_on']],
  ])('%s', (_, changes, fields) => {
    expect(Object.keys(generateFaults(trial, { ...sound, ...changes }))).toEqual(fields)
  })

  test('do not include a site where sites manage no packs', () => {
    expect(generateFaults({ ...trial, is_site_managing_packs: false }, { ...sound, site_id: '' })).toEqual({})
  })
})
