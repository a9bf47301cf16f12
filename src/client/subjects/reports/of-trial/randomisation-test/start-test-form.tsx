import { startRandomisationTest } from '#contract/randomisation-tests'
import { FEWEST_REPLICATES, MOST_REPLICATES, USUAL_REPLICATES } from '#domain/reports/randomisation-test'
import { Group, Stack } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { useSchemaForm } from '../../../../action/use-schema-form'
import type { SentBody } from '#contract/endpoint'
import { ServerButton } from '../../../../device/offline/server-button'
import { formatNumber } from '../../../../ui/format-number'
import { WholeNumberInput } from '../../../../ui/whole-number-input'

type TestRequest = SentBody<typeof startRandomisationTest>
type Values = { replicates: number | string; seed: number | string | null }

/** Starts a test over the trial as it stands. */
export function StartTestForm({ trialId }: { trialId: number }) {
  const start = useAction(startRandomisationTest, (body: TestRequest) => ({
    parameters: { trial_id: String(trialId) },
    body,
  }))
  const initial: Values = { replicates: USUAL_REPLICATES, seed: null }
  const { form, submit } = useSchemaForm(startRandomisationTest.body, initial, start.error)
  return (
    <form noValidate onSubmit={submit((body) => start.mutate(body))}>
      <Stack gap="sm" align="flex-start">
        <Group gap="sm" align="flex-start">
          <WholeNumberInput
            label="Replicates"
            description={`${formatNumber(FEWEST_REPLICATES)} to ${formatNumber(MOST_REPLICATES)}`}
            key={form.key('replicates')}
            {...form.getInputProps('replicates')}
          />
          <WholeNumberInput
            label="Seed"
            description="Optional. Without one, the portal chooses it"
            key={form.key('seed')}
            {...form.getInputProps('seed')}
            onChange={(value) => form.setFieldValue('seed', value === '' ? null : value)}
          />
        </Group>
        <ServerButton
          action="makeReports"
          type="submit"
          leftSection={<IconPlayerPlay size={20} aria-hidden="true" />}
          loading={start.isPending}
        >
          Start randomisation test
        </ServerButton>
        <ActionRefused title="The test was not started" error={start.error} shownFields={['replicates', 'seed']} />
      </Stack>
    </form>
  )
}
