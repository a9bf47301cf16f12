import type { RowFault } from '#contract/problem'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconUsersPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useBusyWhile } from '../../browser/busy'
import { ServerButton } from '../../device/offline/server-button'
import { ActionRefused } from '../../action/action-refused'
import { WaitingBar } from '../../ui/waiting-bar'
import { refusedRows } from '../../api/refused-fields'
import { RowProblems } from '../../ui/csv/row-remarks'

type RowsPreviewProps = {
  /** The content of the file. */
  summary: string
  problems: readonly RowFault[]
  titles: Readonly<Record<string, string>>
  /** The title of a refusal: "User creation failed". */
  refused: string
  error: unknown
  isSending: boolean
  /** The text while it is sent. */
  sending: string
  /** The label of the button. */
  submit: string
  onSend: () => void
  onClear: () => void
  children: ReactNode
}

/** The rows of a file, shown before it is sent; with problems it cannot be sent. */
export function RowsPreview(props: RowsPreviewProps) {
  const { summary, problems, titles, refused, error, isSending, sending, submit, onSend, onClear, children } = props
  useBusyWhile('form', true)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that chose the file is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="md">
      <Title order={2} ref={heading} tabIndex={-1}>
        {summary}
      </Title>
      <ActionRefused title={refused} error={error} shownFields={fieldsOf(refusedRows(error))} />
      <RowProblems remarks={problems} titles={titles} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconX size={20} aria-hidden="true" />}
          disabled={isSending}
          onClick={onClear}
        >
          Clear import file
        </Button>
        <ServerButton
          action="importUsers"
          leftSection={<IconUsersPlus size={20} aria-hidden="true" />}
          disabled={isSending || problems.length > 0}
          onClick={onSend}
        >
          {isSending ? 'Please wait...' : submit}
        </ServerButton>
      </Group>
      <div aria-live="polite">
        {isSending && (
          <>
            <Text mb="xs">{sending}</Text>
            <WaitingBar label={submit} />
          </>
        )}
      </div>
      {children}
    </Stack>
  )
}

/** A fault of a row is listed among the problems, not at its field again. */
const fieldsOf = (faults: readonly RowFault[]): string[] => faults.map(({ row, column }) => `${row - 1}.${column}`)
