import { NativeSelect } from '@mantine/core'

type SortSelectProps<Choice> = {
  choices: readonly Choice[]
  /** The present choice: its sort and order, with a space between. */
  value: string
  onSort: (choice: Choice) => void
}

/** Chooses the sort and the order of a list. */
export function SortSelect<Choice extends { sort: string; order: string; label: string }>(
  props: SortSelectProps<Choice>,
) {
  const { choices, value, onSort } = props
  const valueOf = ({ sort, order }: Choice) => `${sort} ${order}`
  return (
    <NativeSelect
      label="Sort by"
      maw="18rem"
      value={value}
      data={choices.map((choice) => ({ value: valueOf(choice), label: choice.label }))}
      onChange={(event) => {
        const chosen = choices.find((choice) => valueOf(choice) === event.currentTarget.value)
        if (chosen !== undefined) onSort(chosen)
      }}
    />
  )
}
