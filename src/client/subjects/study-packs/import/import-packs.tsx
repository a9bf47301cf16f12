import type { Trial } from '#contract/trials'
import { Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { answerOfServer } from '../../../api/answer-at-hand'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { useBusyWhile } from '../../../browser/busy'
import { returnToChoice } from '../../../ui/csv/return-to-choice'
import { counted, formatNumber } from '../../../ui/format-number'
import { WaitingBar } from '../../../ui/waiting-bar'
import { ChooseFile } from './choose-file'
import { clearGeneratedRows, getGeneratedRows } from './generated-rows'
import { ImportDone } from './import-done'
import { PackImportPreview } from './import-preview'
import type { ImportState } from './import-state'
import { UnreadableFile } from './unreadable-file'
import { useImport } from './use-import'

/** One list of packs from its file to the trial. */
export function ImportPacks({ trial }: { trial: Trial }) {
  const { state, readFile, checkRows, send, sendAgain, clear } = useImport(trial)
  const batches = useQuery({ ...studyPacksQuery(trial.id), select: answerOfServer }).data?.data ?? null
  const [generated] = useState(getGeneratedRows)
  const [batch, setBatch] = useState(generated?.batch_id ?? '')
  const clearFile = () => returnToChoice(clear)
  useBusyWhile('form', state.phase !== 'none' && state.phase !== 'done')

  const takeGenerated = useEffectEvent(() => {
    // Dropped here and not at the read: StrictMode runs this twice, and the first check is cancelled.
    clearGeneratedRows()
    if (generated !== null) checkRows('generated packs', generated.rows)
  })
  useEffect(() => takeGenerated(), [])

  return (
    <>
      <VisuallyHidden aria-live="polite">{announcementOf(state)}</VisuallyHidden>
      {state.phase === 'none' && <ChooseFile trial={trial} onFile={readFile} />}
      {state.phase === 'reading' && <ImportProgress state={state} />}
      {state.phase === 'unreadable' && (
        <UnreadableFile name={state.name} faults={state.faults} onFile={readFile} onClear={clearFile} />
      )}
      {(state.phase === 'checked' || state.phase === 'sending' || state.phase === 'unsure') && (
        <PackImportPreview
          key={state.list.name}
          trial={trial}
          batches={batches}
          state={state}
          batch={batch}
          onBatch={setBatch}
          onFile={readFile}
          onSend={send}
          onSendAgain={sendAgain}
          onClear={clearFile}
        />
      )}
      {state.phase === 'done' && (
        <ImportDone trial={trial} batch={batch} created={state.created} onAnother={clearFile} />
      )}
    </>
  )
}

/** The announcement for screen readers. */
const announcementOf = (state: ImportState): string => {
  switch (state.phase) {
    case 'none':
    case 'unreadable':
    case 'unsure':
      return ''
    case 'reading':
      return 'Reading the list.'
    case 'checked':
      return `${counted(state.list.rows.length, 'row')}, ${counted(state.list.problems.length, 'problem')}.`
    case 'sending':
      return 'Importing.'
    case 'done':
      return `${counted(state.created, 'pack')} imported.`
  }
}

/** The progress of a list before it is shown. */
function ImportProgress({ state }: { state: Extract<ImportState, { phase: 'reading' }> }) {
  const { name, rows } = state
  return (
    <Stack gap="sm" maw="40rem">
      <Title order={2}>{rows === null ? `Reading ${name}` : `Checking ${formatNumber(rows)} rows`}</Title>
      <WaitingBar label="Reading and checking" />
      <Text c="dimmed">Nothing has been sent.</Text>
    </Stack>
  )
}
