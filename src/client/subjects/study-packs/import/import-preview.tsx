import { api } from '#contract/api'
import { MAX_BATCH_CHARACTERS } from '#contract/study-pack-import'
import type { Trial } from '#contract/trials'
import { Alert, Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPackageImport, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { messageOf } from '../../../api/failure'
import { ServerButton } from '../../../device/offline/server-button'
import { OfflineReason } from '../../../device/offline/offline-reason'
import { counted } from '../../../ui/format-number'
import { ChooseButton } from './choose-file'
import { patternsInBatch, type StoredBatches } from './check-list'
import { CLEAR_FILE } from './unreadable-file'
import type { ImportBody, ImportState } from './import-state'
import { ImportSending } from './import-sending'
import { ImportTable } from './import-table'
import { PatternReason } from './pattern-reason'
import { Refused } from '../../../action/action-refused'

type PackImportPreviewProps = {
  trial: Trial
  batches: StoredBatches
  state: Extract<ImportState, { phase: 'checked' | 'sending' | 'unsure' }>
  batch: string
  onBatch: (batch: string) => void
  onFile: (file: File) => void
  onSend: (body: ImportBody) => void
  /** Sends the same list again. */
  onSendAgain: () => void
  onClear: () => void
}

const { batch_id: batchSchema } = api.importStudyPacks.body.entries

/** The list as it was read, with all its faults, and the button that imports it. */
export function PackImportPreview(props: PackImportPreviewProps) {
  const { trial, batches, state, batch, onBatch, onFile, onSend, onSendAgain, onClear } = props
  const { list } = state
  const [reason, setReason] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isSending = state.phase === 'sending'
  const isFrozen = state.phase !== 'checked'
  const refusal = state.phase === 'checked' ? state.refusal : null
  const refused = refusal?.kind === 'refused' ? (refusal.problem.fields ?? {}) : {}
  const parsedBatch = v.safeParse(batchSchema, batch)
  const batchName = parsedBatch.success ? parsedBatch.output : ''
  const inBatch = useMemo(() => patternsInBatch(list, trial, batches, batchName), [list, trial, batches, batchName])
  const patterns = [...new Set([...inBatch, ...list.refused_patterns])]
  const batchFault = parsedBatch.success ? undefined : parsedBatch.issues[0].message
  const reasonFault = patterns.length > 0 && reason.trim() === '' ? 'Enter a reason for importing anyway' : undefined
  const faulty = useMemo(() => new Set(list.problems.map(({ row }) => row)).size, [list.problems])

  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that chose the file is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const send = () => {
    flushSync(() => setIsSubmitted(true))
    if (state.phase === 'unsure') return onSendAgain()
    if (!parsedBatch.success || reasonFault !== undefined || list.problems.length > 0) {
      // The reason stands above the form, out of sight on a small screen.
      page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    onSend({
      batch_id: parsedBatch.output,
      study_packs: list.rows.map(({ cells }) => ({ ...cells })),
      ...(reason.trim() === '' ? {} : { acknowledge_pattern: reason.trim() }),
    })
  }

  return (
    <Stack gap="lg" ref={page}>
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1}>
          {counted(list.rows.length, 'pack')} in {list.name}
        </Title>
        <Group gap="sm">
          {!isFrozen && <ChooseButton label="Choose another file" variant="default" onFile={onFile} />}
          <Button
            size="lg"
            variant="default"
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            disabled={isFrozen}
            onClick={onClear}
          >
            {CLEAR_FILE}
          </Button>
        </Group>
      </Group>

      {list.problems.length > 0 ? (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={`${counted(list.problems.length, 'problem')} in ${counted(faulty, 'row')}`}
        >
          Correct the file and choose it again. Nothing was imported.
        </Alert>
      ) : (
        <Alert color="green" icon={<IconCircleCheck aria-hidden="true" />} title="No problems found">
          The server checks the list again, and compares it with the packs already in the trial.
        </Alert>
      )}
      <PatternReason
        patterns={patterns}
        reason={reason}
        fault={isSubmitted ? reasonFault : undefined}
        isFrozen={isFrozen}
        onReason={setReason}
      />

      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Batch"
            description="A name for this batch. Do not name a study group."
            required
            maw="24rem"
            maxLength={MAX_BATCH_CHARACTERS}
            autoComplete="off"
            classNames={{ input: 'identifier' }}
            disabled={isFrozen}
            value={batch}
            error={(isSubmitted ? batchFault : undefined) ?? refused['batch_id']}
            onChange={(event) => onBatch(event.currentTarget.value)}
          />
          {refusal !== null && (
            <Refused title="Nothing was imported" cause={refusal}>
              {list.problems.length > 0 ? 'The list below shows the problems' : messageOf(refusal)}.
            </Refused>
          )}
          {state.phase === 'unsure' && (
            <Refused title="We do not know yet whether the packs were imported" cause={state.refusal ?? state.phase}>
              {state.refusal === null
                ? 'The answer was lost'
                : `${messageOf(state.refusal)}. The first answer was lost`}
              . Send the list again: the packs will not be imported twice.
            </Refused>
          )}
          {state.phase === 'sending' && <ImportSending sent={state.sent} />}
          <OfflineReason action="importPacks" />
          <Group gap="sm">
            <ServerButton
              action="importPacks"
              type="submit"
              size="xl"
              leftSection={<IconPackageImport size={28} aria-hidden="true" />}
              loading={isSending}
              disabled={!isSending && list.problems.length > 0}
            >
              {state.phase === 'unsure' ? 'Send the list again' : `Import ${counted(list.rows.length, 'pack')}`}
            </ServerButton>
          </Group>
        </Stack>
      </form>

      <ImportTable list={list} />
    </Stack>
  )
}
