// @vitest-environment happy-dom
import { api } from '#contract/api'
import { DECISION_KINDS, type Decision, type DecisionKind, type RunningTrial } from '#contract/desk'
import { UNBLINDING_KINDS } from '#domain/audit/audit-kind'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deskQuery } from '../../../../src/client/api/desk-queries'
import { createQueryClient } from '../../../../src/client/api/query-client'
import { DeskWork } from '../../../../src/client/app/home/desk/desk-work'
import { call } from '../../../../src/client/device/call'
import { connection, initialConnection } from '../../../../src/client/device/offline/connection'
import { aShownTrial, aShownTrialSummary } from '../../a-shown-trial'
import { press } from '../../by-hand'
import { matchedPage } from '../../matched-page'
import { answers, AS_ADMINISTRATOR, listOf, ME, openApp, pagesOf } from '../../open-app'
import { shownTable, wordsOf } from '../../shown-table'
import { TRIAL_ADMINISTRATOR } from './at-home'

afterEach(() => {
  cleanup()
  connection.set(initialConnection(0))
})

test('decisions are shown with their age once they cannot be refetched', async () => {
  const client = createQueryClient(call)
  const at = Date.now()
  client.setQueryData(deskQuery.queryKey, { trials: [], decisions: [], silent_sites: [], low_stock: [] })
  connection.set({ state: 'online', since: at, doubts: 0 })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <DeskWork>Trials</DeskWork>
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByText('Nothing needs a decision.')).toBeDefined()
  expect(screen.queryByText(/Last updated/)).toBeNull()
  act(() => connection.set({ state: 'offline', since: at, doubts: 0 }))
  expect(screen.getByText(/^No connection. Last updated/)).toBeDefined()
  expect(screen.getByText('Nothing needs a decision.')).toBeDefined()
})

const AT = '2026-11-21T08:30:00.000Z'

/** Decisions about the service; the others are about a trial. */
const OF_THE_SERVICE: readonly DecisionKind[] = [
  'open_alarms',
  'wrong_clock',
  'incomplete_checks',
  'failed_jobs',
  'old_backup',
  'unreviewed_unblindings',
  'ending_accounts',
  'unused_invitations',
]

const aDecision = (kind: DecisionKind): Decision => ({
  kind,
  trial: OF_THE_SERVICE.includes(kind) ? null : { id: 5, title: 'CEDAR: fosfomycin or nitrofurantoin' },
  count: 2,
  at: AT,
  on: kind === 'expiring_packs' ? '2026-12-01' : null,
})

/** Opens home with these decisions. */
const opensHome = (...decisions: Decision[]) =>
  openApp('/', [
    answers(api.getMe, { ...ME, max_level: 4 }),
    AS_ADMINISTRATOR,
    answers(api.listTrials, listOf(aShownTrialSummary())),
    answers(api.getDesk, { trials: [], decisions, silent_sites: [], low_stock: [] }),
  ])

const theList = async () => screen.findByRole('list', { name: 'Needs a decision' })

const LAST = 'Last: 21 Nov 2026, 08:30'

/** The sentence of each kind, the detail below it, and where its button leads. */
const SHOWN: Record<DecisionKind, readonly [sentence: string, detail: string, button: string, address: string]> = {
  open_alarms: ['2 alarms to acknowledge', `A nightly check found something wrong · ${LAST}`, 'Show alarms', '/status'],
  wrong_clock: ['The clock of a server is wrong', 'It runs no jobs until that is corrected', 'Show clock', '/status'],
  incomplete_checks: ['2 nightly checks late or incomplete', LAST, 'Show checks', '/status'],
  failed_jobs: ['2 jobs failed', LAST, 'Show jobs', '/status'],
  old_backup: ['The last backup is old', LAST, 'Show backup', '/status'],
  unsent_actions: [
    'CEDAR: 2 actions not sent or refused',
    `Reported by devices · ${LAST}`,
    'Show actions',
    '/trials/5',
  ],
  failed_emails: ['CEDAR: 2 emails failed', LAST, 'Send again', '/trials/5/messages?state=failed'],
  expiring_packs: [
    'CEDAR: 2 packs can be allocated for at most 30 days',
    'Earliest last day: 1 Dec 2026',
    'Show packs',
    '/trials/5/study-packs?status=active&expiry=allocatable_30_days',
  ],
  unconfirmed_design: [
    'CEDAR: the design waits for your confirmation',
    'A second person must confirm it before the start.',
    'Check design',
    '/trials/5',
  ],
  list_running_out: ['CEDAR: 2 strata with few places left on the list', LAST, 'Show the list', '/trials/5/list'],
  unconfirmed_list: ['CEDAR: A list of allocations needs a second person', LAST, 'Review the list', '/trials/5/list'],
  near_cap: [
    'CEDAR: 2 limits of participants near or reached',
    'No one can be randomised beyond a limit.',
    'Show trial',
    '/trials/5',
  ],
  sites_to_open: ['CEDAR: 2 sites to open', 'No one can be randomised there until then.', 'Open sites', '/trials/5'],
  unblinded: [
    'CEDAR: 2 participants unblinded in the last 7 days',
    LAST,
    'Show participants',
    '/trials/5/participants',
  ],
  flagged: [
    'CEDAR: 2 participants flagged in the last 7 days',
    LAST,
    'Show flags',
    '/trials/5/participants?flag_status=Flagged',
  ],
  unreviewed_unblindings: [
    '2 unblindings to review',
    'No one has recorded a finding in the audit log yet.',
    'Review',
    `/audit-logs?${UNBLINDING_KINDS.map((kind) => `kind=${kind}`).join('&')}&review_status=unreviewed`,
  ],
  ending_accounts: [
    '2 accounts ending or ended within 30 days',
    LAST.replace('Last', 'First'),
    'Show users',
    '/users?account=ending',
  ],
  unused_invitations: ['2 invitations not used', LAST, 'Show users', '/users?association=not_associated'],
  paused: ['CEDAR: paused', 'No one can be randomised until the trial is started again.', 'Show trial', '/trials/5'],
}

test.each(DECISION_KINDS)(
  'a decision of the kind %s has its sentence, and leads to the place of the act',
  async (kind) => {
    opensHome(aDecision(kind))
    const item = await within(await theList()).findByRole('listitem')
    const [sentence, detail, button, address] = SHOWN[kind]
    expect(wordsOf(item)).toBe(`${sentence} ${detail} ${button}`)
    const link = within(item).getByRole('link', { name: `${button}: ${sentence}` })
    const href = link.getAttribute('href') ?? ''
    expect(decodeURIComponent(href)).toBe(address)
    const { location, page } = matchedPage(href)
    expect(page.status).not.toBe('notFound')
    expect(decodeURIComponent(location.href)).toBe(address)
  },
)

test('the most urgent decisions come first, five at once and the others by a press', async () => {
  opensHome(...DECISION_KINDS.toReversed().map(aDecision))
  const list = await theList()
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  await press(`Show all ${DECISION_KINDS.length} items`)
  const words = within(list).getAllByRole('listitem').map(wordsOf)
  expect(words).toHaveLength(DECISION_KINDS.length)
  const placeOf = (kind: DecisionKind) => words.findIndex((one) => one.startsWith(SHOWN[kind][0]))
  for (const urgent of ['open_alarms', 'wrong_clock', 'list_running_out'] as const)
    expect(placeOf(urgent)).toBeLessThan(3)
  for (const later of ['unblinded', 'paused', 'unused_invitations'] as const)
    expect(placeOf(later)).toBeGreaterThan(placeOf('incomplete_checks'))
})

test('a silent site and a low stock lead to their trial', async () => {
  const trial = { id: 5, title: 'CEDAR: fosfomycin or nitrofurantoin' }
  openApp('/', [
    answers(api.listTrials, listOf(aShownTrialSummary())),
    ...pagesOf(aShownTrial(), TRIAL_ADMINISTRATOR),
    answers(api.getDesk, {
      trials: [],
      decisions: [],
      silent_sites: [{ trial, site: { id: 11, title: 'Queens' }, days: 41, is_never: false }],
      low_stock: [{ trial, site: null, allocatable: 3, level: 6 }],
    }),
  ])
  for (const name of ['Silent sites', 'Low stock']) {
    const table = await screen.findByRole('table', { name })
    expect(within(table).getByRole('link', { name: 'CEDAR' }).getAttribute('href')).toBe('/trials/5')
  }
})

const RUNNING: RunningTrial = {
  id: 5,
  title: 'CEDAR: fosfomycin or nitrofurantoin',
  trial_status_id: 3,
  is_blinded_whole: false,
  is_blinded_partial: false,
  sample_size: 240,
  num_sampled: 61,
  planned_end: '2027-01-27',
  expected: 83,
  forecast: { on: '2027-06-04', earliest: '2027-04-20', latest: '2027-08-11' },
  weeks: [1, 0, 2, 3, 1, 0, 2, 1, 1, 0, 1, 0],
}

test('each running trial is measured against its plan, with the forecast of its last participant', async () => {
  openApp('/', [
    answers(api.listTrials, listOf(aShownTrialSummary())),
    ...pagesOf(aShownTrial(), TRIAL_ADMINISTRATOR),
    answers(api.getDesk, {
      trials: [
        RUNNING,
        { ...RUNNING, id: 6, title: 'ASPEN: exercise', expected: 62 },
        { ...RUNNING, id: 7, title: 'BIRCH: diet', trial_status_id: 4, sample_size: 0, expected: null, forecast: null },
      ],
      decisions: [],
      silent_sites: [],
      low_stock: [],
    }),
  ])
  const rows = await shownTable('Recruitment')
  const shown = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^Participants by week.*/, 'WEEKS')))
  const forecast = 'Jun 2027 Likely Apr 2027 to Aug 2027 (80%) Plan: 27 Jan 2027'
  expect(shown).toEqual([
    ['Trial', 'Recruited against plan', 'Last 12 weeks', 'Last participant, forecast'],
    ['CEDAR Started', '61 of 24022 behind 83 expected by today', 'WEEKS', forecast],
    ['ASPEN Started', '61 of 240On plan 62 expected by today', 'WEEKS', forecast],
    ['BIRCH Paused', '61', 'WEEKS', 'No forecast Paused'],
  ])
})
