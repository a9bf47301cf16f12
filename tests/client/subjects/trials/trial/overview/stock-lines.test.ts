import { describe, expect, test } from 'vitest'
import {
  stockByGroup,
  stockBySite,
  stockBySiteAndGroup,
  stockByStatus,
} from '../../../../../../src/client/subjects/trials/trial/overview/stock-lines'

const stock = (site: { id: number; title: string } | null, active: number) => ({
  site,
  counts: { active },
  allocatable: active,
})
const site = (id: number, title: string, low_pack_level: number | null = null, is_deleted = false) => ({
  id,
  title,
  is_deleted,
  low_pack_level,
})

describe('by site', () => {
  test('the sites with the fewest active packs come first, packs at no site last', () => {
    const lines = stockBySite(
      [
        stock({ id: 1, title: 'Full' }, 40),
        stock(null, 0),
        stock({ id: 3, title: 'Empty, younger' }, 0),
        stock({ id: 2, title: 'Empty' }, 0),
      ],
      { sites: [], is_site_managing_packs: true },
    )
    expect(lines.map(({ name }) => name)).toEqual(['Empty', 'Empty, younger', 'Full', 'Without a site'])
  })

  test('a site with no more than its level is low, and precedes one with fewer that is not', () => {
    const sites = [site(1, 'Large', 20), site(2, 'Small', 4), site(3, 'Without a level')]
    const lines = stockBySite(
      [stock({ id: 1, title: 'Large' }, 20), stock({ id: 2, title: 'Small' }, 5), stock({ id: 3, title: 'Other' }, 0)],
      { sites, is_site_managing_packs: true },
    )
    expect(lines.map(({ name, isLow }) => [name, isLow])).toEqual([
      ['Large', true],
      ['Other', false],
      ['Small', false],
    ])
  })

  test('a site is low where few of its active packs can still be allocated', () => {
    const out_of_date = { ...stock({ id: 1, title: 'Large' }, 40), allocatable: 3 }
    const [line] = stockBySite([out_of_date], { sites: [site(1, 'Large', 5)], is_site_managing_packs: true })
    expect([line?.isLow, line?.allocatable, line?.counts['active']]).toEqual([true, 3, 40])
  })

  test('a deleted site is never low, and follows those that take part', () => {
    const sites = [site(1, 'Deleted', 3, true), site(2, 'Full', 3), site(3, 'Low', 3)]
    const lines = stockBySite(
      [
        { ...stock({ id: 1, title: 'Deleted' }, 0), counts: { dispensed: 2 } },
        stock(null, 0),
        stock({ id: 2, title: 'Full' }, 40),
        stock({ id: 3, title: 'Low' }, 3),
      ],
      { sites, is_site_managing_packs: true },
    )
    expect(lines.map(({ name, isLow }) => [name, isLow])).toEqual([
      ['Low', true],
      ['Full', false],
      ['Deleted', false],
      ['Without a site', false],
    ])
  })

  test.each([
    ['where sites manage their packs, one without any is the first of all', true, ['Bare', 'Stocked']],
    ['where they do not, it is not named', false, ['Stocked']],
  ])('%s', (_, is_site_managing_packs, names) => {
    const sites = [site(1, 'Stocked'), site(2, 'Bare'), site(3, 'Deleted', null, true)]
    const lines = stockBySite([stock({ id: 1, title: 'Stocked' }, 3)], { sites, is_site_managing_packs })
    expect(lines.map(({ name }) => name)).toEqual(names)
  })
})

describe('by study group', () => {
  const group = (id: number, name: string, active: number) => ({
    id,
    name,
    counts: { active, inactive: 1 },
    allocatable: active,
  })

  test('packs of all sites are summed up, the groups with the fewest active first', () => {
    const lines = stockByGroup([
      { ...stock({ id: 1, title: 'North' }, 9), study_groups: [group(1, 'Aspirin', 5), group(2, 'Placebo', 4)] },
      { ...stock(null, 3), study_groups: [group(1, 'Aspirin', 2), group(2, 'Placebo', 1)] },
    ])
    expect(lines?.map(({ name, counts }) => [name, counts['active'], counts['inactive'], counts['recalled']])).toEqual([
      ['Placebo', 5, 2, 0],
      ['Aspirin', 7, 2, 0],
    ])
  })

  test('people who may not know the groups get nothing', () => {
    expect(stockByGroup([stock(null, 3)])).toBeNull()
  })
})

describe('by site and study group', () => {
  test('each combination is a line, the one with the fewest allocatable packs first', () => {
    const group = (id: number, name: string, active: number) => ({ id, name, counts: { active }, allocatable: active })
    const lines = stockBySiteAndGroup([
      { ...stock({ id: 1, title: 'North' }, 9), study_groups: [group(1, 'Aspirin', 5), group(2, 'Placebo', 4)] },
      { ...stock(null, 3), study_groups: [group(1, 'Aspirin', 3), group(2, 'Placebo', 0)] },
    ])
    expect(lines.map(({ name, allocatable }) => [name, allocatable])).toEqual([
      ['Without a site, Placebo', 0],
      ['Without a site, Aspirin', 3],
      ['North, Placebo', 4],
      ['North, Aspirin', 5],
    ])
  })

  test('people who may not know the groups get nothing', () => {
    expect(stockBySiteAndGroup([stock(null, 3)])).toEqual([])
  })
})

test('individually, every status is counted, over all sites', () => {
  const rows = stockByStatus([stock({ id: 1, title: 'North' }, 9), stock(null, 3)])
  expect(rows.map(({ count }) => count)).toEqual([0, 12, 0, 0, 0, 0, 0])
})
