// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { AuditLog } from '#contract/audit-logs'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AuditChanges } from '../../../../src/client/subjects/audit/audit-changes'
import { changedValueInWords } from '../../../../src/client/subjects/audit/changed-value'
import { theme } from '../../../../src/client/ui/theme'
import { aShownAuditEntry } from '../../a-shown-record'
import { press } from '../../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, openApp } from '../../open-app'

afterEach(cleanup)

const entryOf = (changes: AuditLog['changes']): AuditLog => ({
  id: 9,
  created_at: '2026-11-20T10:00:00.000Z',
  user: { id: 4, name: 'Grace Okafor' },
  trial_id: 1,
  description: 'Study pack K-1 dispensed',
  is_type_user_change: false,
  is_type_randomisation: false,
  is_type_unblinded: false,
  is_type_trial_change: false,
  is_type_flagged: false,
  kind: 'study_packs_dispensed',
  role: null,
  reason: null,
  changes,
  changes_total: changes.length,
  is_cut: false,
  is_day_only: false,
  subjects: { users: [], participants: [], study_packs: [] },
  reviews: [],
})

test('the subject of an entry, which did not change, is shown apart from its changes', () => {
  const changes = [
    { field: 'study_packs.K-1.study_pack_status_id', old: 5, new: 6 },
    { field: 'study_packs.K-1.trial_sequence_no', old: 12, new: 12 },
  ]
  render(
    <MantineProvider theme={theme}>
      <AuditChanges entry={entryOf(changes)} zone="Europe/London" />
    </MantineProvider>,
  )
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Study packs › K-1 › study pack status', 'Allocated (not dispensed)', 'Dispensed'],
    ['Study packs › K-1 › trial sequence no', '12', 'unchanged'],
  ])
})

test.each([
  ['wide', 1280],
  ['narrow', 500],
])('a field that is there twice is shown twice on a %s screen', (_, innerWidth) => {
  const before = window.innerWidth
  Object.assign(window, { innerWidth })
  onTestFinished(() => void Object.assign(window, { innerWidth: before }))
  const warnings = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => warnings.mockRestore())
  const changes = [5, 6].map((recipient) => ({ field: 'recipient_user_id', old: null, new: recipient }))
  render(
    <MantineProvider theme={theme}>
      <AuditChanges entry={entryOf(changes)} zone="Europe/London" />
    </MantineProvider>,
  )
  const rows = screen.getAllByRole(innerWidth > 1000 ? 'row' : 'listitem').slice(-changes.length)
  expect(rows.map(({ textContent }) => textContent?.at(-1))).toEqual(['5', '6'])
  expect(warnings).not.toHaveBeenCalled()
})

test('the entry of an undo leads to the entry that it reverses', async () => {
  const changes = [{ field: 'undoes', old: null, new: 8 }]
  const undo = aShownAuditEntry({ id: 9, description: 'Undo of the last action', changes, changes_total: 1 })
  const { address } = openApp('/audit-logs?open=9', [
    AS_ADMINISTRATOR,
    answers(api.listAuditLogs, { ...listOf(undo), has_more: false }),
    answers(api.getAuditLog, aShownAuditEntry({ id: 8, description: 'Study pack K-1 activated' })),
  ])
  await press('Entry 8', 'link')
  expect(address()).toBe('/audit-logs?open=8')
  expect(await screen.findByText('Study pack K-1 activated')).toBeDefined()
})

test.each([
  ['trial_status_id', 4, 'Paused'],
  ['study_packs.K-1.study_pack_status_id', 5, 'Allocated (not dispensed)'],
  ['role_id', 2, 'Trial administrator'],
  ['randomisation_method_id', 3, 'Minimisation'],
  ['allocation_method_id', 1, 'Parallel'],
  ['participant_id_warning_id', 2, 'Warn'],
  ['site_id', 2, '2'],
  ['sample_size', 0, '0'],
  ['study_packs.K-1.expire_on', '2027-03-01', '1 Mar 2027'],
  ['ended_at', '2026-07-01T10:00:00.000Z', '1 Jul 2026, 11:00'],
  ['org_comments', '2027-03-01', '2027-03-01'],
  ['org_quote_date', 'soon', 'soon'],
  ['is_unblinded', true, 'Yes'],
  ['role_id', null, '–'],
] as const)('%s %s is shown as “%s”', (field, value, words) => {
  expect(changedValueInWords(field, value, 'Europe/London')).toBe(words)
})
