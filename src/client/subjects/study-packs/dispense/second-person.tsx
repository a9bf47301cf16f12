import { api } from '#contract/api'
import { Alert, Button, Text } from '@mantine/core'
import { IconUserCheck, IconUserQuestion } from '@tabler/icons-react'
import { useFailureInPlace } from '../../../api/raised-failure'
import { writeFailureText } from '../../../api/write-failure-words'
import { studyPackQuery } from '../../../api/study-pack-queries'
import { Announced } from '../../../ui/announced'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import { useAction } from '../../../action/use-action'

type SecondPersonProps = {
  trial: { id: number }
  pack: PackFromServerOrStore
  /** Null until the viewer is known. */
  viewerId: number | null
}

/** The same, read out as soon as the second person has confirmed. */
export function SecondPerson(props: SecondPersonProps) {
  return (
    <Announced>
      <SecondPersonState {...props} />
    </Announced>
  )
}

/**
 * The confirmation of a pack by a second person: whether it is given, and the button with which they give it from their
 * own session.
 */
function SecondPersonState({ trial, pack, viewerId }: SecondPersonProps) {
  const checker = pack.checked_by_user ?? null
  // Until the viewer is known, they could be the second person.
  if (checker !== null && (checker.id === null || checker.id !== viewerId)) {
    return (
      <Alert color="green" icon={<IconUserCheck aria-hidden="true" />} title="A second person has confirmed">
        {checker.name} has confirmed that it is the right pack.
      </Alert>
    )
  }
  if (checker !== null) {
    return (
      <Alert color="petrol" icon={<IconUserCheck aria-hidden="true" />} title="You have confirmed">
        You are the second person for this pack. Someone else must dispense it, signed in under their own name.
      </Alert>
    )
  }
  return (
    <Alert color="amber" icon={<IconUserQuestion aria-hidden="true" />} title="A second person has not confirmed yet">
      <Text>
        Ask a colleague to sign in on another device, scan this pack and confirm it. This page updates automatically.
      </Text>
      <Text mt="xs">Are you the second person? Compare the label with the participant first.</Text>
      <ConfirmButton trial={trial} pack={pack} />
    </Alert>
  )
}

function ConfirmButton({ trial, pack }: Pick<SecondPersonProps, 'trial' | 'pack'>) {
  const parameters = { trial_id: String(trial.id), study_pack_id: String(pack.id) }
  const confirm = useAction(api.checkStudyPack, () => ({ parameters, body: {} }), {
    replaces: () => studyPackQuery(trial.id, pack.id),
    isFailureShownInPlace: true,
  })
  const failure = useFailureInPlace(confirm.error)
  return (
    <>
      <Button
        mt="sm"
        size="lg"
        variant="default"
        leftSection={<IconUserCheck size={20} aria-hidden="true" />}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        Confirm that pack {pack.pack_id} is right for participant {pack.participant?.trial_sequence_no}
      </Button>
      {failure !== null && (
        <Text role="alert" c="red" mt="xs">
          {writeFailureText(failure)}
        </Text>
      )}
    </>
  )
}
