// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Trial, TrialStatistics } from '#contract/trials'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { answers, openApp, pagesOf, type Reply } from '../../../../open-app'
import { shownTable, wordsOf } from '../../../../shown-table'

/* The figures of an overview, the parts that a trial still lacks, and the parts that disappear once it is over. */

const SYSTEM = 1
const ADMINISTRATOR = 2
const NURSE = 5

const NO_FIGURES: TrialStatistics = {
  study_groups: [],
  sites: [],
  trial_strata: [],
  study_packs: [],
  site_courses: [],
  recruitment: [],
  flagged_left_out: 0,
}
/** Without anyone recruited: the chart of recruitment is drawn by a browser alone. */
const AT_QUEENS: TrialStatistics = { ...NO_FIGURES, sites: [{ id: 11, title: 'Queens', count: 0 }] }

const open = (trial: Trial, role: number, statistics = NO_FIGURES, ...replies: Reply[]) =>
  openApp('/trials/1', [
    ...replies,
    ...pagesOf(trial, role),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.getTrialStatistics, { statistics }),
  ])

describe('the extent of the figures', () => {
  const PART = 'The figures below are of your sites only.'

  test('a viewer of some sites reads that the counts are of the whole trial', async () => {
    open(aShownTrial({ num_sampled: 66, sample_size: 240 }), NURSE, AT_QUEENS)
    expect(await screen.findByText(PART)).toBeDefined()
    expect(wordsOf(screen.getByText('Participants', { selector: 'dt' }).parentElement ?? document.body)).toContain(
      '66 of 240 Whole trial',
    )
  })

  test('a viewer of every site sees no such note', async () => {
    open(aShownTrial({ num_sampled: 0 }), NURSE, AT_QUEENS)
    await screen.findByRole('heading', { name: 'By site' })
    expect(screen.queryByText(PART)).toBeNull()
    expect(screen.queryByText('Whole trial')).toBeNull()
  })
})

test.each([
  ['of every site', ADMINISTRATOR, '2 flagged, not counted'],
  ['of some sites, as theirs', NURSE, '2 flagged at your sites, not counted'],
])('flagged participants who are not counted are shown beside the total to a viewer %s', async (_, role, words) => {
  open(aShownTrial({ num_sampled: 4 }), role, { ...NO_FIGURES, flagged_left_out: 2 })
  expect(await screen.findByText(words)).toBeDefined()
})

test('without packs, no view by study group is offered, which would be empty', async () => {
  open(aShownTrial({ is_managing_packs: true, is_site_managing_packs: true }), NURSE)
  const views = await screen.findByRole('radiogroup', { name: 'Study packs: view' })
  expect(within(views).getByRole('radio', { name: 'Individually' })).toBeDefined()
  expect(within(views).queryByRole('radio', { name: 'By study group' })).toBeNull()
})

describe('the missing things of a trial', () => {
  const FINDINGS = answers(api.getReadiness, {
    data: [
      { code: 'site_without_people', severity: 'missing', words: 'Abbey has no one who can randomise. Add a user.' },
      { code: 'contact_missing', severity: 'doubtful', words: 'No contact is given.' },
    ],
  })

  test('are shown after the start too, with links to their solutions', async () => {
    open(aShownTrial(), SYSTEM, NO_FIGURES, FINDINGS)
    const finding = (await screen.findByText(/^Abbey has no one who can randomise/)).closest('li') ?? document.body
    expect(within(finding).getByRole('link', { name: 'Add a user' }).getAttribute('href')).toBe('/trials/1/users/new')
    expect(screen.queryByText(/^No contact is given/)).toBeNull()
  })

  test('are not shown to people who may not start trials', async () => {
    open(aShownTrial(), ADMINISTRATOR, NO_FIGURES, FINDINGS)
    await screen.findByRole('heading', { name: 'By site' })
    expect(screen.queryByText(/^Abbey has no one who can randomise/)).toBeNull()
  })
})

test.each([
  [7, 'Terminated', '0'],
  [5, 'Rejected', '0'],
  [3, 'Started', '45'],
])('in status %s no more days remain than there are: %s', async (id, name, days) => {
  open(aShownTrial({ trial_status_id: id, trial_status: { id, name } }), NURSE)
  const stat = (await screen.findByText('Days remaining')).parentElement ?? document.body
  expect(wordsOf(stat)).toContain(`Days remaining ${days} `)
})

test('the forecast of the last participant has its interval', async () => {
  open(aShownTrial({ num_sampled: 66, sample_size: 240 }), NURSE)
  const stat = (await screen.findByText('Last participant, forecast')).parentElement ?? document.body
  expect(wordsOf(stat)).toMatch(/Likely \d+ \w+ 20\d\d to \d+ \w+ 20\d\d \(80%\)$/)
})

test('a study group is described with its weight', async () => {
  open(aShownTrial({ study_groups: [{ id: 51, name: 'Aspirin', weight: 2, is_blinded: false }] }), NURSE)
  expect(await shownTable('Study groups')).toEqual(['Study group | Weight', 'Aspirin | 2'])
})

test('figures are shown by study group, by site and by each stratum', async () => {
  open(aShownTrial({ num_sampled: 4 }), NURSE, {
    ...NO_FIGURES,
    sites: AT_QUEENS.sites,
    study_groups: [{ id: 51, name: 'Aspirin', count: 4 }],
    trial_strata: [{ id: 21, name: 'Sex', options: [{ id: 31, name: 'Female', count: 4 }] }],
  })
  for (const name of ['By study group', 'By site', 'By Sex'])
    expect(await screen.findByRole('heading', { name })).toBeDefined()
})

describe('the recruitment of each site', () => {
  const COURSE = { id: 11, title: 'Queens', count: 40, expected: 30, since: '2026-04-07', recent: 6 }
  const COURSES: TrialStatistics['site_courses'] = [
    { id: 12, title: 'Abbey', count: 2, expected: 30, since: null, recent: 0, forecast: null },
    { ...COURSE, forecast: { count: 120, least: 101, most: 140 } },
  ]

  test('stands beside its share of the plan, with the forecast and its interval', async () => {
    open(aShownTrial({ num_sampled: 42, sample_size: 240, end_on: '2027-10-31' }), ADMINISTRATOR, {
      ...NO_FIGURES,
      site_courses: COURSES,
    })
    const section = within(await screen.findByRole('region', { name: 'Recruitment by site' }))
    fireEvent.click(section.getByRole('radio', { name: 'Table' }))
    expect(await shownTable('Recruitment by site')).toEqual([
      'Site | Since | Participants | Expected by now | Last 28 days | Forecast at planned end | At least (80%) | At most (80%)',
      'Queens | 7 Apr 2026 | 40 | 30 | 6 | 120 | 101 | 140',
      'Abbey | Not yet | 2 | 30 | 0 |  |  | ',
    ])
  })

  test('and each chart of bars can be downloaded as a picture and as figures, by one press in its menu', async () => {
    open(aShownTrial({ num_sampled: 4, sample_size: 240 }), ADMINISTRATOR, {
      ...NO_FIGURES,
      sites: AT_QUEENS.sites,
      study_groups: [{ id: 51, name: 'Aspirin', count: 4 }],
      trial_strata: [{ id: 21, name: 'Sex', options: [{ id: 31, name: 'Female', count: 4 }] }],
      site_courses: COURSES,
    })
    for (const name of ['Recruitment by site', 'By study group', 'By site', 'By Sex']) {
      const section = within(await screen.findByRole('region', { name }))
      fireEvent.click(section.getByRole('button', { name: `Export: ${name}` }))
      const menu = within(await screen.findByRole('menu', { name: `Export: ${name}` }))
      expect(menu.getAllByRole('menuitem').map(wordsOf)).toEqual([
        'Download PNG',
        'Download SVG',
        'Download data (CSV)',
      ])
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    }
  })
})
