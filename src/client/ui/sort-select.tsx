import { NativeSelect } from '@mantine/core'
import type { SortChoice } from './record-column'

type SortSelectProps = {
  choices: readonly SortChoice[]
  shown: Pick<SortChoice, 'sort' | 'order'>
  onSort: (choice: SortChoice) => void
}

/** Chooses the sort and the order of a list. */
export function SortSelect({ choices, shown, onSort }: SortSelectProps) {
  const valueOf = ({ sort, order }: Pick<SortChoice, 'sort' | 'order'>) => `${sort} ${order}`
  return (
    <NativeSelect
      label="Sort by"
      maw="18rem"
      value={valueOf(shown)}
      data={choices.map((choice) => ({ value: valueOf(choice), label: choice.label }))}
      onChange={(event) => {
        const chosen = choices.find((choice) => valueOf(choice) === event.currentTarget.value)
        if (chosen !== undefined) onSort(chosen)
      }}
    />
  )
}
