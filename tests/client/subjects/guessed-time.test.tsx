// @vitest-environment happy-dom
import type { HistoryEntry } from '#contract/participant-actions'
import type { Participant } from '#contract/participants'
import type { StudyPackLog } from '#contract/study-packs'
import { CLOCK_UNCERTAIN } from '#domain/time/performed-at'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ParticipantDetails } from '../../../src/client/subjects/participants/list/participant-details'
import { ParticipantHistory } from '../../../src/client/subjects/participants/list/participant-history'
import { PackHistory } from '../../../src/client/subjects/study-packs/pack/pack-history'
import { theme } from '../../../src/client/ui/theme'

afterEach(cleanup)

const AT = '2027-03-04T11:05:00.000Z'
const ZONE = 'Etc/UTC'
// The reader's permissions are unknown, so a name is no link.
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
const by = { id: 4, name: 'Ada Coordinator' }

const log = (clock_uncertain: boolean): StudyPackLog => ({
  id: 3,
  created_at: AT,
  performed_at: AT,
  clock_uncertain,
  actioned_by_user: by,
  action: 'dispense',
  comment: '',
})
const entry = (clock_uncertain: boolean): HistoryEntry => ({
  at: AT,
  performed_at: AT,
  clock_uncertain,
  by,
  kind: 'flagged',
  text: 'Flagged: Withdrew',
})
const flagged = (clock_uncertain: boolean): Participant => ({
  id: 1,
  trial_sequence_no: 1,
  created_at: AT,
  participant_id: null,
  study_group: { name: 'Blinded', is_blinded: true },
  site: { id: 1, title: 'Northern General' },
  study_pack: null,
  flag_status: { name: 'Flagged' },
  participant_flags: [
    {
      id: 2,
      created_at: AT,
      performed_at: AT,
      clock_uncertain,
      flagged_by_user: by,
      flag_status: { name: 'Flagged' },
      comment: 'Withdrew',
    },
  ],
  is_unblinded: false,
})

const PLACES: [string, (clock_uncertain: boolean) => ReactNode][] = [
  ['the history of a pack', (isGuessed) => <PackHistory logs={[log(isGuessed)]} zone={ZONE} />],
  ['the history of a participant', (isGuessed) => <ParticipantHistory entries={[entry(isGuessed)]} zone={ZONE} />],
  ['the flags of a participant', (isGuessed) => <ParticipantDetails participant={flagged(isGuessed)} zone={ZONE} />],
]

test.each(PLACES)('%s says which time had to be guessed, and of no other', (_where, shown) => {
  const words = (isGuessed: boolean) =>
    render(
      <QueryClientProvider client={client}>
        <MantineProvider theme={theme}>{shown(isGuessed)}</MantineProvider>
      </QueryClientProvider>,
    ).container.textContent
  expect(words(true)).toMatch(new RegExp(`11:05.* \\(${CLOCK_UNCERTAIN}\\)`))
  expect(words(false)).not.toContain(CLOCK_UNCERTAIN)
})
