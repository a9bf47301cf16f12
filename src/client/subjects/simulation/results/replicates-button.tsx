import { api } from '#contract/api'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { ActionRefused } from '../../../action/action-refused'
import { answerOf } from '../../../api/endpoint-query'
import { call } from '../../../device/call'
import { ServerButton } from '../../../device/offline/server-button'
import { downloadText } from '../../../ui/download-text'
import { replicatesCsv } from './replicates-csv'

type ReplicatesButtonProps = { alternatives: readonly { id: number; letter: string; runs: number }[] }

/** Downloads a line for each stored trial of all alternatives that are done. */
export function ReplicatesButton({ alternatives }: ReplicatesButtonProps) {
  const download = useMutation({
    mutationFn: () =>
      Promise.all(
        alternatives.map(async ({ id, letter, runs }) => ({
          letter,
          runs,
          replicates: answerOf(
            await call(api.getSimulationReplicates, { parameters: { simulation_id: String(id) } }, NO_TIMEOUT),
          ),
        })),
      ),
    onSuccess: (replicates) =>
      downloadText({
        name: `replicates-${alternatives.map(({ id }) => id).join('-')}.csv`,
        type: 'text/csv',
        text: replicatesCsv(replicates),
      }),
  })
  return (
    <>
      <ServerButton
        action="simulate"
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        disabled={alternatives.length === 0}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download replicates (CSV)
      </ServerButton>
      <ActionRefused title="The replicates were not downloaded" error={download.error} />
    </>
  )
}

/** A hundred thousand lines take their time. */
const NO_TIMEOUT = { timeout_ms: null } as const
