import {
  ACTIVE_STATUS_KEYS,
  FILTER_STATUS_KEYS,
  FINISHED,
  isFinalTrialStatus,
  mayChangeTrialStatus,
  mayRandomiseInStatus,
  mayRevealInStatus,
  PAUSED,
  PENDING,
  PLANNING,
  shownTrialDate,
  STARTED,
  STATUSES_AT_CREATION,
  TERMINATED,
  TRIAL_STATUSES,
  trialStatusOfId,
  trialStatusOfKey,
} from '#domain/trials/trial-status'
import { describe, expect, it } from 'vitest'

/** The statuses that may follow each. */
const FOLLOWS: Record<string, readonly string[]> = {
  Planning: ['Started', 'Rejected'],
  Pending: ['Started', 'Rejected', 'Terminated'],
  Started: ['Paused', 'Finished', 'Terminated'],
  Paused: ['Started', 'Terminated'],
  Rejected: [],
  Finished: [],
  Terminated: [],
}

const changes = TRIAL_STATUSES.flatMap((from) =>
  TRIAL_STATUSES.map((to) => ({ from, to, may: FOLLOWS[from.name]?.includes(to.name) ?? false })),
)

describe('the statuses of a trial', () => {
  it('have the numbers of the API', () => {
    expect(TRIAL_STATUSES.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Planning',
      '2 Pending',
      '3 Started',
      '4 Paused',
      '5 Rejected',
      '6 Finished',
      '7 Terminated',
    ])
    expect([PLANNING, PENDING, STARTED, PAUSED, FINISHED, TERMINATED]).toEqual([1, 2, 3, 4, 6, 7])
  })

  it.each(TRIAL_STATUSES)('are found by id and by key: $name', (status) => {
    expect(trialStatusOfId(status.id)).toBe(status)
    expect(trialStatusOfKey(status.key)).toBe(status)
    expect(status.key).toBe(status.name.toLowerCase())
  })

  it.each([0, 8, 1.5, Number.NaN])('have none with the id %s', (id) => {
    expect(trialStatusOfId(id)).toBeUndefined()
  })

  it.each(['', 'Started', 'stopped', 'toString'])('have none with the key "%s"', (key) => {
    expect(trialStatusOfKey(key)).toBeUndefined()
  })
})

describe('changing the status', () => {
  it.each(changes.filter(({ may }) => !may))('is refused from $from.name to $to.name', ({ from, to }) => {
    expect(mayChangeTrialStatus(from.id, to.id)).toBe(false)
  })

  it.each(changes.filter(({ may }) => may))('is allowed from $from.name to $to.name', ({ from, to }) => {
    expect(mayChangeTrialStatus(from.id, to.id)).toBe(true)
  })

  it.each([
    [0, 3],
    [1, 0],
    [8, 3],
    [3, 8],
  ])('is refused from %d to %d, which do not exist', (from, to) => {
    expect(mayChangeTrialStatus(from, to)).toBe(false)
  })

  it('ends at a final status', () => {
    expect(TRIAL_STATUSES.filter(({ id }) => isFinalTrialStatus(id)).map(({ name }) => name)).toEqual([
      'Rejected',
      'Finished',
      'Terminated',
    ])
    expect(isFinalTrialStatus(8)).toBe(false)
  })
})

describe('the actions of a status', () => {
  it('randomising is possible only in Started', () => {
    expect(TRIAL_STATUSES.filter(({ id }) => mayRandomiseInStatus(id)).map(({ name }) => name)).toEqual(['Started'])
  })

  it('the seed can be revealed once the trial has run and ended', () => {
    const open = TRIAL_STATUSES.filter(({ id }) => mayRevealInStatus(id))
    expect(open.map(({ name }) => name)).toEqual(['Finished', 'Terminated'])
    expect(open.every(({ id }) => isFinalTrialStatus(id))).toBe(true)
  })

  it('a trial can be created in Planning and Pending', () => {
    expect(STATUSES_AT_CREATION.map((id) => trialStatusOfId(id)?.name)).toEqual(['Planning', 'Pending'])
  })

  it('the home page lists Started and Paused', () => {
    expect(ACTIVE_STATUS_KEYS).toEqual(['started', 'paused'])
  })

  it('the filter offers all but Pending', () => {
    expect(
      TRIAL_STATUSES.map(({ key }) => key).filter((key) => !FILTER_STATUS_KEYS.some((one) => one === key)),
    ).toEqual(['pending'])
  })
})

describe('the date a trial shows', () => {
  const trial = { started_on: '2026-02-01', ended_on: '2026-11-30' }
  const shown = (id: number, dates: { started_on: string | null; ended_on: string | null } = trial) =>
    shownTrialDate({ trial_status_id: id, ...dates })

  it.each([
    [1, null],
    [2, null],
    [3, { label: 'Started', date: '2026-02-01' }],
    [4, { label: 'Started', date: '2026-02-01' }],
    [5, null],
    [6, { label: 'Ended', date: '2026-11-30' }],
    [7, { label: 'Ended', date: '2026-11-30' }],
    [8, null],
  ])('in status %d is %j', (id, date) => {
    expect(shown(id)).toEqual(date)
  })

  it('is none for an unknown status', () => {
    expect(shown(3, { started_on: null, ended_on: null })).toBeNull()
    expect(shown(7, { started_on: '2026-02-01', ended_on: null })).toBeNull()
  })
})
