import { downloadTrialArchive, prepareTrialArchive } from '#contract/trial-archive'
import type { Trial } from '#contract/trials'
import { can } from '#domain/people/permissions'
import { mayArchive, mayRevealInStatus } from '#domain/trials/trial-status'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileZip } from '@tabler/icons-react'
import { useDownload } from '../../../../action/use-download'
import { answerOf } from '../../../../api/endpoint-query'
import { requestAddress } from '../../../../api/request-address'
import { call } from '../../../../device/call'
import { ServerButton } from '../../../../device/offline/server-button'
import { paths, VERIFIER } from '../../../../paths'
import { CopyableId } from '../../../../ui/copyable-id'
import { TextLink } from '../../../../ui/link-button'
import { useTrialPage } from '../trial-page'
import { ProofSection } from './proof-section'
import classes from './proof-tab.module.css'

/** The download of a finished trial as a whole. */
export function ArchiveSection() {
  const { trial, permission } = useTrialPage()
  if (!can(permission, 'archiveTrial')) return null
  return (
    <ProofSection title="Archive">
      <p className={classes['words']}>
        The archive is one file with everything that this service has of the trial. Participants, packs, people, the
        audit log, the ledger and the verifier are in it. It can be read and checked without this service, for decades.
      </p>
      {mayArchive(trial) ? <Download trialId={trial.id} /> : <Text c="dimmed">{reasonNotToArchive(trial)}</Text>}
    </ProofSection>
  )
}

const reasonNotToArchive = ({ trial_status_id, trial_status }: Trial): string =>
  mayRevealInStatus(trial_status_id)
    ? 'The seed is not revealed yet. After that, the trial can be archived.'
    : `The trial is ${trial_status.name}. It can be archived once it is Finished or Terminated and its seed is revealed.`

function Download({ trialId }: { trialId: number }) {
  const make = useDownload('The archive was not downloaded', async () => {
    const parameters = { trial_id: String(trialId) }
    const { token } = answerOf(await call(prepareTrialArchive, { parameters }))
    return requestAddress(downloadTrialArchive, { parameters, query: { token } })
  })
  return (
    <>
      <Alert color="orange" icon={<IconAlertTriangle aria-hidden="true" />} mb="md" maw="48rem">
        The archive shows every study group, and has names of people. Store it as safely as the other records of the
        trial. Each download is recorded.
      </Alert>
      <ServerButton
        action="viewProof"
        variant="default"
        mb="md"
        leftSection={<IconFileZip size={20} aria-hidden="true" />}
        loading={make.isPending}
        onClick={() => make.mutate(undefined)}
      >
        Download archive (.zip)
      </ServerButton>
      <p className={classes['words']}>
        Once the download is complete, its seal is in the{' '}
        <TextLink {...paths.auditLogs()} search={{ trial_id: String(trialId), kind: ['trial_archived'] }}>
          audit log of the trial
        </TextLink>
        . Keep the seal elsewhere. In the unpacked folder, run this with the seal:
      </p>
      <div className={classes['command']}>
        <CopyableId value={`node ${VERIFIER.file} . --seal SEAL`} label="Command to check the archive" />
      </div>
    </>
  )
}
