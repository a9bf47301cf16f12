import { NO_IMPORT_ENTRIES } from '#contract/user-accounts'
import { Alert, Button, FileButton, Group } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { downloadText } from '../download-text'
import { readCsv, type CsvFault, type CsvForm } from './read-csv'
import { CHOOSE_FILE_ID } from './return-to-choice'

type ChooseCsvProps<Column extends string, Cells> = {
  form: CsvForm<Column, Cells>
  /** An empty file of this kind, to be filled in. */
  template: { name: string; text: string }
  /** The rows of a file that has any. */
  onRead: (file: string, rows: Cells[]) => void
}

/** A file that was refused, with the reasons. */
type Unread = { file: string; faults: readonly CsvFault[] }

/** Reads a CSV file that the person chooses, or says why it cannot be read; and offers its template. */
export function ChooseCsv<Column extends string, Cells>({ form, template, onRead }: ChooseCsvProps<Column, Cells>) {
  const [unread, setUnread] = useState<Unread | null>(null)
  /** Forgets the chosen file: one that was corrected is chosen again under the same name. */
  const forget = useRef<() => void>(null)
  const choose = async (file: File | null) => {
    if (file === null) return
    const read = readCsv(new Uint8Array(await file.arrayBuffer()), form)
    forget.current?.()
    if (!read.ok) setUnread({ file: file.name, faults: read.refusal })
    else if (read.value.length === 0) setUnread({ file: file.name, faults: NO_ENTRIES })
    else
      onRead(
        file.name,
        read.value.map(({ cells }) => cells),
      )
  }
  return (
    <>
      {unread !== null && <UnreadFile {...unread} />}
      <Group gap="sm">
        <FileButton resetRef={forget} accept=".csv,text/csv" onChange={(file) => void choose(file)}>
          {(button) => (
            <Button {...button} id={CHOOSE_FILE_ID} leftSection={<IconFileImport size={20} aria-hidden="true" />}>
              Select import file
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          onClick={() => downloadText({ ...template, type: 'text/csv' })}
        >
          Download template
        </Button>
      </Group>
    </>
  )
}

const NO_ENTRIES: CsvFault[] = [{ line: null, message: NO_IMPORT_ENTRIES }]

function UnreadFile({ file, faults }: Unread) {
  return (
    <Alert role="alert" color="red" title={`${file} was not read`} icon={<IconAlertTriangle aria-hidden="true" />}>
      <ul>
        {faults.slice(0, MAX_FAULTS_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line === null ? '' : `Line ${line}: `}
            {message}
          </li>
        ))}
      </ul>
      {faults.length > MAX_FAULTS_SHOWN && `And ${faults.length - MAX_FAULTS_SHOWN} more.`}
    </Alert>
  )
}

const MAX_FAULTS_SHOWN = 50
