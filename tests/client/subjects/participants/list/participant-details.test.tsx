// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ParticipantDetails } from '../../../../../src/client/subjects/participants/list/participant-details'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownParticipant } from '../../../a-shown-participant'
import { wordsOf } from '../../../shown-table'

afterEach(cleanup)

// The reader's permissions are unknown, so a name is no link.
const nobodyKnown = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

const flag = (name: 'Flagged' | 'Unflagged', created_at: string, by: string, comment: string) => ({
  id: created_at.length,
  created_at,
  performed_at: null,
  clock_uncertain: false,
  flagged_by_user: { id: 4, name: by },
  flag_status: { name },
  comment,
})

test('a participant shows each flag: who, when, set or lifted, and why', () => {
  const participant = aShownParticipant({
    flag_status: { name: 'Unflagged' },
    participant_flags: [
      flag('Flagged', '2026-11-21T09:00:00.000Z', 'Ada Obi', 'Withdrew'),
      flag('Unflagged', '2026-11-22T10:00:00.000Z', 'Ben Ito', 'It was another'),
    ],
  })
  const { container } = render(
    <QueryClientProvider client={nobodyKnown}>
      <MantineProvider theme={theme}>
        <ParticipantDetails participant={participant} zone="Etc/UTC" />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const words = wordsOf(container)
  for (const part of ['Flagged', '21 Nov 2026, 09:00', 'Ada Obi', 'Withdrew']) expect(words).toContain(part)
  for (const part of ['Unflagged', '22 Nov 2026, 10:00', 'Ben Ito', 'It was another']) expect(words).toContain(part)
})
