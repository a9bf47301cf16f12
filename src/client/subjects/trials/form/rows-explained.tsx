import { Text } from '@mantine/core'
import { Explained } from '../design/explained'
import { ROW_FIELDS } from './field-words'
import { rowOf, type RowsField } from './trial-fields'
import classes from './trial-form.module.css'

type RowsExplainedProps<List extends RowsField> = {
  list: List
  /** The fields that its rows show now. */
  fields: readonly (keyof (typeof ROW_FIELDS)[List])[]
}

/** The explanation of a list and of the fields of its rows, once above them; each row names it as its description. */
export function RowsExplained<List extends RowsField>({ list, fields }: RowsExplainedProps<List>) {
  return (
    <div id={rowsExplainedId(list)} className={classes['explanations']}>
      <Text size="sm" c="dimmed">
        <Explained {...rowOf(list).explanation} />
      </Text>
      <dl>
        {fields.map((field) => {
          const { label, explanation } = ROW_FIELDS[list][field]
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Explained {...explanation} />
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

/** The id by which the rows of a list name their explanation. */
export const rowsExplainedId = (list: RowsField): string => `explained-${list}`
