import type { TrialReopening as ReopeningState } from '#contract/trial-reopening'
import type { Trial } from '#contract/trials'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { meQuery } from '../../../../api/session-queries'
import { trialReopeningQuery } from '../../../../api/trial-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { UserLink } from '../../../../record-links/user-link'
import { Instant } from '../../../../ui/instant'
import { ReopenDialog } from './reopen-dialog'
import { ReopeningRequestDialog } from './reopening-request-dialog'

/** Whether a Finished trial can be re-opened, the request that waits, and what this person may do. */
export function TrialReopening({ trial }: { trial: Trial }) {
  const reopening = useQuery({ ...trialReopeningQuery(trial.id), refetchOnMount: 'always' })
  const panel = useRef<HTMLDivElement>(null)
  return (
    <QueryView query={reopening} loading={<Skeleton height="5rem" maw="60rem" aria-hidden="true" />}>
      {({ is_possible, request }) => (
        <Alert
          ref={panel}
          tabIndex={-1}
          role="note"
          maw="60rem"
          mb="xl"
          className="no-print"
          color={request === null ? 'blue' : 'amber'}
          icon={request === null ? <IconArrowBackUp aria-hidden="true" /> : <IconUserQuestion aria-hidden="true" />}
          title={request === null ? 'Was this trial finished by mistake?' : 'The re-opening needs a second person'}
        >
          {is_possible ? (
            <Possible trial={trial} request={request} panel={panel} />
          ) : (
            <Text>The seed of this trial is revealed. The trial cannot be re-opened.</Text>
          )}
        </Alert>
      )}
    </QueryView>
  )
}

type PossibleProps = {
  trial: Trial
  request: ReopeningState['request']
  panel: RefObject<HTMLDivElement | null>
}

function Possible({ trial, request, panel }: PossibleProps) {
  const me = useQuery(meQuery)
  const [isRequesting, requesting] = useDisclosure()
  const [isReopening, reopening] = useDisclosure()
  const isOwn = request !== null && request.by.id === me.data?.id
  const onClosed = () => (panel.current ?? document.getElementById('tab-heading'))?.focus({ preventScroll: true })
  return (
    <>
      {request === null ? (
        <Text>
          Two people can re-open it: one requests it with a reason, and another confirms it. The trial is then Paused.
        </Text>
      ) : (
        <Text>
          {isOwn ? 'You' : <UserLink user={request.by} isInText />} requested it,{' '}
          <Instant at={request.at} zone={trial.selected_timezone} />: “{request.reason}”{' '}
          {isOwn && 'Someone else must confirm it.'}
        </Text>
      )}
      {request === null || isOwn ? (
        <Button mt="sm" variant="default" disabled={me.data === undefined} onClick={requesting.open}>
          {isOwn ? 'Request again with another reason' : 'Request re-opening'}
        </Button>
      ) : (
        <Button mt="sm" disabled={me.data === undefined} onClick={reopening.open}>
          Re-open trial
        </Button>
      )}
      <ReopeningRequestDialog trial={trial} isOpen={isRequesting} onClose={requesting.close} onClosed={onClosed} />
      {request !== null && (
        <ReopenDialog
          trial={trial}
          request={request}
          isOpen={isReopening}
          onClose={reopening.close}
          onClosed={onClosed}
        />
      )}
    </>
  )
}
