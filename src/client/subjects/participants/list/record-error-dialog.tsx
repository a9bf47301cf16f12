import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import { accepted } from '#domain/outcome'
import type { RandomisationErrorKind } from '#domain/participants/randomisation-error'
import { Alert, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { ofParticipant } from '../../../api/participant-queries'
import { EVERYONE_READS } from '../../../ui/who-reads'
import { ActionButtons } from './action-buttons'
import { ActionDialog, type ParticipantDialogProps } from './action-dialog'
import { CommentField, useComment } from './comment-field'
import { StrataSides, WordSides } from './error-side-fields'
import {
  ERROR_GUIDES,
  offeredErrors,
  recordedChoices,
  sidesAtStrata,
  stratumRows,
  wordsFromRecord,
  type Words,
} from './error-sides'
import { useParticipantAction, useRefusal } from './use-participant-action'

/** Records that a participant was randomised in error: the kind, both sides, and a comment. */
export function RecordErrorDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  return (
    <ActionDialog {...dialog} trial={trial} title="Record an error" participant={participant}>
      <RecordErrorForm {...{ trial, participant, onDone }} onCancel={dialog.onClose} />
    </ActionDialog>
  )
}

type FormProps = Pick<ParticipantDialogProps, 'trial' | 'participant' | 'onDone'> & { onCancel: () => void }

function RecordErrorForm({ trial, participant, onDone, onCancel }: FormProps) {
  const [rows] = useState(() => stratumRows(trial, participant))
  const [kind, setKind] = useState<RandomisationErrorKind | null>(null)
  const [choices, setChoices] = useState(() => recordedChoices(rows))
  const [words, setWords] = useState<Words>({ as_used: '', corrected: '' })
  const [fault, setFault] = useState<string | null>(null)
  const comment = useComment()
  const send = useParticipantAction(
    trial.id,
    (body: SentBody<typeof api.recordRandomisationError>, options) =>
      call(api.recordRandomisationError, { parameters: ofParticipant(trial.id, participant.id), body }, options),
    () => onDone(`The error about participant ${participant.trial_sequence_no} is recorded.`),
  )
  const refusal = useRefusal(send.error)
  const guide = kind === null ? null : ERROR_GUIDES[kind]
  const press = (chosen: RandomisationErrorKind) => {
    const sides = ERROR_GUIDES[chosen].sides === null ? sidesAtStrata(rows, choices) : accepted(words)
    setFault(sides.ok ? null : sides.refusal)
    const text = comment.ask()
    if (sides.ok && text !== null) send.mutate({ kind: chosen, comment: text, ...sides.value })
  }
  return (
    <>
      <Text>
        The allocation does not change. Trial administrators are notified, and the record is shown in the reports.
      </Text>
      <ErrorKindChoice
        kinds={offeredErrors(trial)}
        chosen={kind}
        onChoose={(chosen) => {
          setKind(chosen)
          setWords(wordsFromRecord(chosen, participant, trial))
          setFault(null)
        }}
      />
      {guide !== null && guide.sides === null && (
        <StrataSides
          rows={rows}
          choices={choices}
          onChoose={(stratumId, choice) => setChoices({ ...choices, [stratumId]: choice })}
        />
      )}
      {guide !== null && guide.sides !== null && <WordSides hints={guide.sides} words={words} onWrite={setWords} />}
      {fault !== null && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          {fault}
        </Alert>
      )}
      {kind !== null && (
        <>
          <CommentField
            comment={comment}
            description={`What happened. Do not enter personally identifiable data. ${EVERYONE_READS}`}
            refusal={refusal}
          />
          <ActionButtons
            onlineAction="recordEvent"
            action="Record the error"
            isSending={send.isPending}
            onPress={() => press(kind)}
            onCancel={onCancel}
          />
        </>
      )}
    </>
  )
}

type ErrorKindChoiceProps = {
  kinds: ReturnType<typeof offeredErrors>
  chosen: RandomisationErrorKind | null
  onChoose: (kind: RandomisationErrorKind) => void
}

function ErrorKindChoice({ kinds, chosen, onChoose }: ErrorKindChoiceProps) {
  return (
    <Radio.Group
      label="What was wrong?"
      value={chosen}
      onChange={(value) => {
        const chosenKind = kinds.find(({ kind }) => kind === value)
        if (chosenKind !== undefined) onChoose(chosenKind.kind)
      }}
    >
      <Stack gap="xs" mt="xs">
        {kinds.map(({ kind, title }) => (
          <Radio key={kind} value={kind} label={title} description={ERROR_GUIDES[kind].means} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
