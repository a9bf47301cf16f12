import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconFileCheck } from '@tabler/icons-react'
import { ActionRefused } from '../../../../action/action-refused'
import { call } from '../../../../device/call'
import { answerOf } from '../../../../api/endpoint-query'
import { ServerButton } from '../../../../device/offline/server-button'
import { VERIFIER } from '../../../../paths'
import { CopyableId } from '../../../../ui/copyable-id'
import { downloadText } from '../../../../ui/download-text'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'

/** The chain of all draws, and the program that checks it, for download. */
export function LedgerSection({ trial }: { trial: Pick<Trial, 'id'> }) {
  const file = `ledger-${trial.id}.json`
  const download = useMutation({
    mutationFn: async () => answerOf(await call(api.getLedger, { parameters: { trial_id: String(trial.id) } })),
    onSuccess: (ledger) =>
      downloadText({ name: file, type: 'application/json', text: `${JSON.stringify(ledger, null, 2)}\n` }),
  })
  return (
    <ProofSection title="Ledger">
      <p className={classes['words']}>
        Every allocation, flag and change of the design is a record here, chained to the one before it. Changing,
        dropping or swapping a record breaks the chain from there on. The verifier is one file that shares no code with
        this service. It needs only Node.js 20 or later. Before the seed is revealed, it makes only the checks that do
        not need the seed. After that, it draws every allocation again and reads the names. It names the first record
        that is wrong. The ledger has the names of study groups and sites as hashes. After the reveal they are in clear
        text.
      </p>
      <Group gap="sm" mb="md">
        <ServerButton
          action="viewProof"
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download ledger
        </ServerButton>
        <Button
          component="a"
          href={VERIFIER.address}
          download={VERIFIER.file}
          variant="default"
          leftSection={<IconFileCheck size={20} aria-hidden="true" />}
        >
          Download verifier
        </Button>
      </Group>
      <ActionRefused title="The ledger was not downloaded" error={download.error} />
      <p className={classes['words']}>In the folder with both files, run:</p>
      <div className={classes['command']}>
        <CopyableId value={`node ${VERIFIER.file} ${file}`} label="Command" />
      </div>
    </ProofSection>
  )
}
