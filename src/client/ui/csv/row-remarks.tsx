import type { RowFault } from '#contract/problem'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { counted, formatNumber } from '../format-number'

type RowRemarksProps = {
  remarks: readonly RowFault[]
  /** The titles of the columns, by their names in the remarks. */
  titles: Readonly<Record<string, string>>
}

/** How many are listed; the table marks every problem. */
const MAX_SHOWN = 100

/** Every problem of a file by row and column; the file is corrected and chosen again. */
export function RowProblems({ remarks, titles }: RowRemarksProps) {
  if (remarks.length === 0) return null
  return (
    <Alert
      role="alert"
      color="red"
      title={counted(remarks.length, 'problem')}
      icon={<IconAlertTriangle aria-hidden="true" />}
    >
      Correct the file and select it again. Nothing was saved.
      <Remarks remarks={remarks} titles={titles} />
      {remarks.length > MAX_SHOWN && `And ${formatNumber(remarks.length - MAX_SHOWN)} more, marked in the table.`}
    </Alert>
  )
}

/** The values that were read otherwise than the file has them: to be checked, and no reason to stop. */
export function RowNotes({ remarks, titles }: RowRemarksProps) {
  if (remarks.length === 0) return null
  return (
    <Alert color="amber" title="Values changed on import" icon={<IconInfoCircle aria-hidden="true" />}>
      Check these values.
      <Remarks remarks={remarks} titles={titles} />
      {remarks.length > MAX_SHOWN && `And ${formatNumber(remarks.length - MAX_SHOWN)} more.`}
    </Alert>
  )
}

function Remarks({ remarks, titles }: RowRemarksProps) {
  return (
    <ul>
      {remarks.slice(0, MAX_SHOWN).map(({ row, column, message }) => (
        <li key={`${row} ${column} ${message}`}>
          Row {row}, {titles[column] ?? column}: {message}
        </li>
      ))}
    </ul>
  )
}
