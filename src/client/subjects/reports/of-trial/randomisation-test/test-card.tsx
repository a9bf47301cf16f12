import {
  cancelRandomisationTest,
  downloadReferenceSet,
  prepareReferenceSetExport,
  type RandomisationTest,
} from '#contract/randomisation-tests'
import type { Trial } from '#contract/trials'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconChartHistogram, IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { useDownload } from '../../../../action/use-download'
import { answerOf } from '../../../../api/endpoint-query'
import { requestAddress } from '../../../../api/request-address'
import { call } from '../../../../device/call'
import { ServerButton } from '../../../../device/offline/server-button'
import { UserLink } from '../../../../record-links/user-link'
import { Definitions } from '../../../../ui/definitions'
import { counted, formatNumber } from '../../../../ui/format-number'
import { Instant } from '../../../../ui/instant'
import { CompareOutcomes } from './compare-outcomes'
import { TestState } from './test-state'

type TestCardProps = { trial: Trial; test: RandomisationTest }

/** One randomisation test: how it stands, what it was made of, and what can be done with it. */
export function TestCard({ trial, test }: TestCardProps) {
  const { state, progress } = test
  const seed = <span className="identifier">{test.seed}</span>
  const head = (
    <span className="identifier" style={{ overflowWrap: 'anywhere' }}>
      {test.ledger_head} (record {test.ledger_length})
    </span>
  )
  const started = (
    <>
      <Instant at={test.created_at} zone={trial.selected_timezone} /> by <UserLink user={test.created_by} isInText />,
      version {test.software_version}
    </>
  )
  return (
    <Stack gap="sm" py="md">
      <Group gap="sm">
        <Text fw={600}>Test {test.id}</Text>
        <TestState test={test} />
      </Group>
      {(state === 'waiting' || state === 'running') && <UnderWay trialId={trial.id} test={test} />}
      <Definitions
        items={[
          ['Replicates', formatNumber(progress.of)],
          ['Participants', formatNumber(test.participants)],
          ['Seed', seed],
          ['Head of the ledger', head],
          ['Started', started],
        ]}
      />
      {state === 'done' && <Done trial={trial} testId={test.id} />}
    </Stack>
  )
}

function UnderWay({ trialId, test: { id, state, progress } }: { trialId: number; test: RandomisationTest }) {
  const cancel = useAction(cancelRandomisationTest, () => ({
    parameters: { trial_id: String(trialId), randomisation_test_id: String(id) },
  }))
  return (
    <Stack gap="xs" align="stretch">
      <Progress value={(100 * progress.done) / progress.of} size="md" color="petrol" aria-label="Replicates" />
      <Group justify="space-between" gap="xs">
        <Text className="figures">
          {state === 'waiting'
            ? 'Waiting for other tests or simulations to end'
            : `${formatNumber(progress.done)} of ${counted(progress.of, 'replicate')}`}
        </Text>
        <ServerButton
          action="makeReports"
          variant="default"
          leftSection={<IconPlayerStop size={20} aria-hidden="true" />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel test {id}
        </ServerButton>
      </Group>
      <ActionRefused title="The test was not cancelled" error={cancel.error} />
    </Stack>
  )
}

function Done({ trial, testId }: { trial: Trial; testId: number }) {
  const [isComparing, setComparing] = useState(false)
  const make = useDownload('The file was not made', async () => {
    const parameters = { trial_id: String(trial.id) }
    const { token } = answerOf(await call(prepareReferenceSetExport, { parameters }))
    return requestAddress(downloadReferenceSet, { parameters, query: { token, format: 'csv', test: String(testId) } })
  })
  return (
    <>
      <Group gap="sm">
        <ServerButton
          action="exportList"
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          loading={make.isPending}
          onClick={() => make.mutate(undefined)}
        >
          Download reference set {testId} (.csv)
        </ServerButton>
        <Button
          variant="default"
          aria-expanded={isComparing}
          leftSection={<IconChartHistogram size={20} aria-hidden="true" />}
          onClick={() => setComparing(!isComparing)}
        >
          Compare outcomes by test {testId}
        </Button>
      </Group>
      {isComparing && <CompareOutcomes trial={trial} testId={testId} />}
    </>
  )
}
