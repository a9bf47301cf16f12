// @vitest-environment happy-dom
import type { StudyPackLog } from '#contract/study-packs'
import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StopStep } from '../../../../../../src/client/screens/trial/study-packs/dispense/stop-step'
import { theme } from '../../../../../../src/client/ui/theme'
import { aShownPack } from '../../../../a-shown-pack'
import { aShownTrial } from '../../../../a-shown-trial'

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

test('a stop names whoever did what stands against the pack, not whoever printed another label since', () => {
  const study_pack_logs = [log('dispense', 'Ann Pharmacist'), log('print_label', 'Grace Okafor')]
  const pack = aShownPack({ study_pack_status_id: 6, study_pack_logs })
  const stop = { kind: 'already_dispensed', title: 'It has been dispensed already', words: 'Once only.' } as const
  const { container } = render(
    <MantineProvider theme={theme}>
      <StopStep trial={aShownTrial()} pack={pack} today="2027-03-05" stop={stop} meant={null} onAgain={() => {}} />
    </MantineProvider>,
  )
  expect(container.textContent).toContain('By Ann Pharmacist')
  expect(container.textContent).not.toContain('Grace Okafor')
})
