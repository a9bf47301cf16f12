import type { Trial } from '#contract/trials'
import { endsInTime, takesWaiting } from '#domain/participants/waiting-list'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { IconUserPause } from '@tabler/icons-react'
import type { Failure } from '../../../api/failure'
import { paths } from '../../../paths'
import { AddToWaitingListDialog, PUT_ON_LIST } from '../waiting/add-to-waiting-list-dialog'
import type { Answers, OfferedSite } from './answers'

type WaitingOfferProps = { trial: Trial; sites: readonly OfferedSite[]; answers: Answers; refusal: Failure }

/** The way to the waiting list, where the refusal ends once a place is free. */
export function WaitingOffer({ trial, sites, answers, refusal }: WaitingOfferProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  if (refusal.kind !== 'refused' || !endsInTime(refusal.problem.code) || !takesWaiting(trial)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserPause size={20} aria-hidden="true" />}
        style={{ alignSelf: 'flex-start' }}
        onClick={open}
      >
        {PUT_ON_LIST}
      </Button>
      <AddToWaitingListDialog
        trial={trial}
        sites={sites}
        initial={answers}
        isOpen={isOpen}
        onClose={close}
        onAdded={() => void navigate(paths.waitingList(trial.id))}
      />
    </>
  )
}
