// @vitest-environment happy-dom
import type { StudyPackLog } from '#contract/study-packs'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Stop } from '../../../../../src/client/subjects/study-packs/dispense/device-stop'
import { router } from '../../../../../src/client/app/router'
import { StopStep } from '../../../../../src/client/subjects/study-packs/dispense/stop-step'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownPack } from '../../../a-shown-pack'
import { aShownTrial } from '../../../a-shown-trial'

afterEach(cleanup)

const log = (action: StudyPackLog['action'], name: string): StudyPackLog => ({
  id: 3,
  created_at: '2027-03-04T11:05:00.000Z',
  performed_at: null,
  clock_uncertain: false,
  actioned_by_user: { id: 4, name },
  action,
  comment: '',
})

const DISPENSED = 6
const ALLOCATED = 5
const EXPIRED = 3
const REMOVED = 4
const RECALLED = 7

const stopOf = (kind: Stop['kind'], study_pack_status_id: 3 | 4 | 5 | 6 | 7, study_pack_logs: StudyPackLog[]) => {
  const pack = aShownPack({ study_pack_status_id, study_pack_logs })
  const stop = { kind, title: 'Stop', words: 'It must not be dispensed.' }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider theme={theme}>
        <RouterContextProvider router={router}>
          <StopStep
            trial={aShownTrial()}
            pack={pack}
            today="2027-03-05"
            stop={stop}
            recipient={null}
            onScanAnother={() => {}}
          />
        </RouterContextProvider>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return container.textContent
}

test.each([
  [
    'whoever dispensed it, not whoever printed another label since',
    'already_dispensed',
    DISPENSED,
    [log('dispense', 'Ann Pharmacist'), log('print_label', 'Grace Okafor')],
  ],
  [
    'whoever set it to Expired, not whoever edited it since',
    'expired',
    EXPIRED,
    [log('expire', 'Ann Pharmacist'), log('update', 'Grace Okafor')],
  ],
  [
    'whoever recalled it, not whoever allocated it before',
    'recalled',
    RECALLED,
    [log('allocate', 'Grace Okafor'), log('recall', 'Ann Pharmacist')],
  ],
  [
    'whoever removed it, not whoever transferred it before',
    'removed',
    REMOVED,
    [log('transfer', 'Grace Okafor'), log('remove', 'Ann Pharmacist')],
  ],
] as const)('a stop names %s', (_who, kind, status, logs) => {
  const said = stopOf(kind, status, [...logs])
  expect(said).toContain('By Ann Pharmacist')
  expect(said).not.toContain('Grace Okafor')
})

test('a stop names nobody where an allocated pack has simply expired', () => {
  const logs = [log('expire', 'Old Times'), log('update', 'Carl Editor'), log('allocate', 'Nina Nurse')]
  expect(stopOf('expired', ALLOCATED, logs)).not.toContain('By ')
})
