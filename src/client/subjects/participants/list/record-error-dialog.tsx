import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { accepted } from '#domain/outcome'
import type { RandomisationErrorKind } from '#domain/participants/randomisation-error'
import { Alert, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { ofParticipant } from '../../../api/participant-queries'
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
import type { ParticipantDialogProps, ParticipantFormProps } from './participant-dialog-props'
import { ParticipantHeading } from './participant-heading'

/** The strata of the trial are shown beside what was entered. */
type OfWholeTrial = { trial: Trial }

/** Records that a participant was randomised in error: the kind, both sides, and a comment. */
export function RecordErrorDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps & OfWholeTrial) {
  return (
    <ActionDialog {...dialog} title="Record an error">
      <RecordErrorForm {...{ trial, participant, onDone }} />
    </ActionDialog>
  )
}

function RecordErrorForm({ trial, participant, onDone }: ParticipantFormProps & OfWholeTrial) {
  const [rows] = useState(() => stratumRows(trial, participant))
  const [kind, setKind] = useState<RandomisationErrorKind | null>(null)
  const [choices, setChoices] = useState(() => recordedChoices(rows))
  const [texts, setTexts] = useState<Words>({ as_used: '', corrected: '' })
  const [fault, setFault] = useState<string | null>(null)
  const comment = useRequiredText(api.recordRandomisationError.body.entries.comment)
  const send = useAction(
    api.recordRandomisationError,
    (body: SentBody<typeof api.recordRandomisationError>) => ({
      parameters: ofParticipant(trial.id, participant.id),
      body,
    }),
    { onDone: () => onDone(`The error about participant ${participant.trial_sequence_no} is recorded.`) },
  )
  const guide = kind === null ? null : ERROR_GUIDES[kind]
  const press = () => {
    if (kind === null || guide === null) return
    const sides = guide.sides === null ? sidesAtStrata(rows, choices) : accepted(texts)
    setFault(sides.ok ? null : sides.refusal)
    const text = comment.read()
    if (sides.ok && text !== null) send.mutate({ kind, comment: text, ...sides.value })
  }
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="The error was not recorded" error={send.error} />}
      button={kind === null ? null : 'Record the error'}
      needsServer="recordEvent"
      onSubmit={press}
    >
      <ParticipantHeading trial={trial} participant={participant} />
      <Text>
        The allocation does not change. Trial administrators are notified, and the record is shown in the reports.
      </Text>
      <ErrorKindChoice
        kinds={offeredErrors(trial)}
        chosen={kind}
        onChoose={(chosen) => {
          setKind(chosen)
          setTexts(wordsFromRecord(chosen, participant, trial))
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
      {guide !== null && guide.sides !== null && <WordSides hints={guide.sides} texts={texts} onWrite={setTexts} />}
      {fault !== null && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          {fault}
        </Alert>
      )}
      {kind !== null && (
        <RequiredText
          label="Comment"
          description={`What happened. Do not enter personally identifiable data. ${EVERYONE_READS}`}
          text={comment}
          isFirst
        />
      )}
    </ActionForm>
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
