import { describe, expect, test } from 'vitest'
import {
  answerFaults,
  answersReadBack,
  blankAnswers,
  isAllAnswered,
  offeredSites,
  randomiseBody,
  siteChosenAlready,
  type Answers,
} from '../../../../../src/client/subjects/participants/randomise/answers'
import { aShownTrial } from '../../../a-shown-trial'

const trial = aShownTrial()
const SITES = [
  { id: 12, title: 'Abbey', awaitsOpening: false },
  { id: 11, title: 'Queens', awaitsOpening: false },
]
const COMPLETE: Answers = { participant_id: ' P-1 ', site_id: '12', options: { '21': '32', '22': '41' } }

describe('the offered sites', () => {
  test('are the permitted ones that take part, by title', () => {
    const permitted = [
      { id: 99, title: 'Of another trial' },
      { id: 11, title: 'Queens' },
      { id: 13, title: 'Closed' },
      { id: 12, title: 'Abbey' },
    ]
    expect(offeredSites(trial, permitted)).toEqual(SITES)
  })
  test('say which of them are not opened yet, where they are opened one by one', () => {
    const opened_at = '2026-11-21T05:03:00.000Z'
    const sites = trial.sites.map((site) => ({ ...site, opened_at: site.id === 12 ? opened_at : null }))
    const opening = aShownTrial({ is_opening_sites: true, sites })
    const offered = offeredSites(opening, SITES)
    expect(offered.map(({ title, awaitsOpening }) => [title, awaitsOpening])).toEqual([
      ['Abbey', false],
      ['Queens', true],
    ])
    expect(siteChosenAlready(offered.slice(1), 11)).toBeNull()
    expect(siteChosenAlready(offered, 11)).toBeNull()
  })

  test.each([
    ['the only one is chosen already', SITES.slice(0, 1), null, { id: 12, because: 'only' }],
    ['the last one that was used is chosen already', SITES, 11, { id: 11, because: 'last' }],
    ['none is chosen where none was used', SITES, null, null],
    ['none is chosen where the last one is no longer offered', SITES, 13, null],
  ] as const)('%s', (_, sites, last, chosen) => {
    expect(siteChosenAlready(sites, last)).toEqual(chosen)
    expect(blankAnswers(trial, siteChosenAlready(sites, last)).site_id).toBe(chosen === null ? '' : String(chosen.id))
  })
})

describe('the missing answers of the form', () => {
  test.each([
    [
      'everything at first',
      blankAnswers(trial, null),
      trial,
      {
        participant_id: 'Participant ID is required',
        site_id: 'Site is required',
        'options.21': 'Sex is required',
        'options.22': 'Delay is required',
      },
    ],
    ['nothing when it is complete', COMPLETE, trial, {}],
    ['an id of blanks', { ...COMPLETE, participant_id: '  ' }, trial, { participant_id: 'Participant ID is required' }],
    [
      'no id where it is not required',
      { ...COMPLETE, participant_id: '' },
      aShownTrial({ is_participant_id_required: false }),
      {},
    ],
    [
      'no id where none is used',
      { ...COMPLETE, participant_id: '' },
      aShownTrial({ is_participant_id_used: false }),
      {},
    ],
    ['one option', { ...COMPLETE, options: { '21': '31', '22': '' } }, trial, { 'options.22': 'Delay is required' }],
  ])('%s', (_, answers, of, faults) => {
    expect(answerFaults(of, answers)).toEqual(faults)
  })
})

test.each([
  ['every question has one', COMPLETE, trial, true],
  ['an option is missing', { ...COMPLETE, options: { '21': '31', '22': '' } }, trial, false],
  ['an ID may still be typed', { ...COMPLETE, participant_id: '' }, trial, false],
  ['no ID is used', { ...COMPLETE, participant_id: '' }, aShownTrial({ is_participant_id_used: false }), true],
])('all questions are answered or not: %s', (_, answers, of, isAll) => {
  expect(isAllAnswered(of, answers)).toBe(isAll)
})

describe('the request', () => {
  const strata = [
    { trial_stratum_id: 21, trial_stratum_option_id: 32 },
    { trial_stratum_id: 22, trial_stratum_option_id: 41 },
  ]
  test.each([
    [
      'is what was answered, trimmed',
      trial,
      COMPLETE,
      false,
      { site_id: 12, participant_id: 'P-1', participant_strata: strata },
    ],
    [
      'approves a duplicate only when asked to',
      trial,
      COMPLETE,
      true,
      {
        site_id: 12,
        participant_id: 'P-1',
        approve_duplicate: true,
        participant_strata: strata,
      },
    ],
    [
      'has no id where none is given',
      trial,
      { ...COMPLETE, participant_id: '' },
      false,
      {
        site_id: 12,
        participant_strata: strata,
      },
    ],
    [
      'has no id where the trial uses none',
      aShownTrial({ is_participant_id_used: false }),
      COMPLETE,
      false,
      {
        site_id: 12,
        participant_strata: strata,
      },
    ],
    [
      'has only the questions of the trial',
      trial,
      { ...COMPLETE, options: { ...COMPLETE.options, '91': '92' } },
      false,
      { site_id: 12, participant_id: 'P-1', participant_strata: strata },
    ],
  ])('%s', (_, of, answers, approved, body) => {
    expect(randomiseBody(of, answers, approved)).toEqual(body)
  })
})

describe('the answers in the confirmation', () => {
  test('are all there by their names', () => {
    expect(answersReadBack(trial, SITES, COMPLETE).map(({ term, answer }) => `${term}: ${answer}`)).toEqual([
      'Participant ID: P-1',
      'Site: Abbey',
      'Sex: Male',
      'Delay: Up to 6 hours',
    ])
  })
  test("call the id by the trial's own label, and say when there is none", () => {
    const of = aShownTrial({ participant_id_label: 'Screening number', is_participant_id_required: false })
    expect(answersReadBack(of, SITES, { ...COMPLETE, participant_id: '' })[0]).toEqual({
      term: 'Screening number',
      answer: 'None',
      isIdentifier: true,
    })
  })
})
