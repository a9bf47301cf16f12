import type { DesignConfirmation as ConfirmationState } from '#contract/design-confirmation'
import type { Trial } from '#contract/trials'
import { can, isBlindedFrom, type EffectivePermission } from '#domain/people/permissions'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconUserCheck, IconUserQuestion } from '@tabler/icons-react'
import { useRef, type RefObject } from 'react'
import { meQuery } from '../../../../api/session-queries'
import { designConfirmationQuery } from '../../../../api/trial-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { Instant } from '../../../../ui/instant'
import { UserLink } from '../../../../record-links/user-link'
import { DESIGN_CONFIRMATION } from '../places'
import { ReviewDesignDialog } from './review-design-dialog'

type DesignConfirmationProps = { trial: Trial; permission: EffectivePermission }
type LoadedProps = DesignConfirmationProps & { confirmation: ConfirmationState }

/** The second person's confirmation of the design, with a button for people who may give it. */
export function DesignConfirmation(props: DesignConfirmationProps) {
  const confirmation = useQuery({ ...designConfirmationQuery(props.trial.id), refetchOnMount: 'always' })
  return (
    <QueryView query={confirmation} loading={<Skeleton height="5rem" maw="60rem" aria-hidden="true" />}>
      {(loaded) => <Loaded {...props} confirmation={loaded} />}
    </QueryView>
  )
}

function Loaded({ trial, permission, confirmation }: LoadedProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { confirmed } = confirmation
  return (
    <Alert
      ref={panel}
      id={DESIGN_CONFIRMATION}
      tabIndex={-1}
      role="note"
      maw="60rem"
      color={confirmed === null ? 'amber' : 'green'}
      icon={confirmed === null ? <IconUserQuestion aria-hidden="true" /> : <IconUserCheck aria-hidden="true" />}
      title={confirmed === null ? 'The design needs a second person' : 'A second person has confirmed the design'}
    >
      {confirmed === null ? (
        <Waiting trial={trial} permission={permission} confirmation={confirmation} panel={panel} />
      ) : (
        <Text>
          <UserLink user={confirmed.by} isInText />, <Instant at={confirmed.at} zone={trial.selected_timezone} />: “
          {confirmed.meaning}.” Any change to the design cancels this confirmation.
        </Text>
      )}
    </Alert>
  )
}

type WaitingProps = LoadedProps & { panel: RefObject<HTMLDivElement | null> }

function Waiting({ trial, permission, confirmation, panel }: WaitingProps) {
  const me = useQuery(meQuery)
  const [isOpen, { open, close }] = useDisclosure()
  const { changed_by, changed_at } = confirmation
  const isOwn = changed_by !== null && changed_by.id === me.data?.id
  return (
    <>
      <Text>
        The trial cannot start yet. The design must be confirmed by someone other than the person who changed it last.
        {changed_by !== null && changed_at !== null && (
          <>
            {' '}
            {isOwn ? 'You' : <UserLink user={changed_by} isInText />} changed it last,{' '}
            <Instant at={changed_at} zone={trial.selected_timezone} />.
          </>
        )}
      </Text>
      {isBlindedFrom(permission, 'confirmDesign') && (
        <Text mt="xs">You are blinded in this trial, so you cannot confirm its design.</Text>
      )}
      {can(permission, 'confirmDesign') && !isOwn && (
        <Button
          mt="sm"
          leftSection={<IconUserCheck size={20} aria-hidden="true" />}
          disabled={me.data === undefined}
          onClick={open}
        >
          Review the design
        </Button>
      )}
      {confirmation.design_version !== null && (
        <ReviewDesignDialog
          trial={trial}
          designVersion={confirmation.design_version}
          isOpen={isOpen}
          onClose={close}
          onClosed={() => panel.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  )
}
