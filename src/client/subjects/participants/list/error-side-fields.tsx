import { NativeSelect, Text, Textarea } from '@mantine/core'
import classes from './error-side-fields.module.css'
import type { StratumChoice, StratumChoices, StratumRow, Words } from './error-sides'

type StrataSidesProps = {
  rows: readonly StratumRow[]
  choices: StratumChoices
  onChoose: (stratumId: number, choice: StratumChoice) => void
}

/** As used and corrected side by side, stratum by stratum. A recorded answer cannot be changed. */
export function StrataSides({ rows, choices, onChoose }: StrataSidesProps) {
  return rows.map((row) => {
    const choice = choices[row.id] ?? { used: '', corrected: '' }
    const isChanged = choice.used !== choice.corrected
    return (
      <fieldset key={row.id} className={classes['stratum']} data-changed={isChanged || undefined}>
        <legend>
          {row.name}
          {isChanged && <Text span c="amber">{` · changed`}</Text>}
        </legend>
        <div className={classes['sides']}>
          {row.recorded === null ? (
            <OptionSelect
              label="As used"
              row={row}
              value={choice.used}
              onChange={(used) => onChoose(row.id, { ...choice, used })}
            />
          ) : (
            <div>
              <Text fw={600}>As used</Text>
              <Text className={classes['used']}>{nameOf(row, row.recorded)}</Text>
            </div>
          )}
          <OptionSelect
            label="Corrected"
            row={row}
            value={choice.corrected}
            onChange={(corrected) => onChoose(row.id, { ...choice, corrected })}
          />
        </div>
      </fieldset>
    )
  })
}

const nameOf = ({ options }: StratumRow, optionId: number): string | undefined =>
  options.find(({ id }) => id === optionId)?.name

type OptionSelectProps = { label: string; row: StratumRow; value: string; onChange: (option: string) => void }

function OptionSelect({ label, row, value, onChange }: OptionSelectProps) {
  const none = row.recorded === null ? [{ value: '', label: 'Not affected' }] : []
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[...none, ...row.options.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type WordSidesProps = { hints: Words; texts: Words; onWrite: (texts: Words) => void }

/** As used and corrected side by side, in words. */
export function WordSides({ hints, texts, onWrite }: WordSidesProps) {
  return (
    <div className={classes['sides']}>
      <WordSide
        label="As used"
        hint={hints.as_used}
        value={texts.as_used}
        onChange={(as_used) => onWrite({ ...texts, as_used })}
      />
      <WordSide
        label="Corrected"
        hint={hints.corrected}
        value={texts.corrected}
        onChange={(corrected) => onWrite({ ...texts, corrected })}
      />
    </div>
  )
}

type WordSideProps = { label: string; hint: string; value: string; onChange: (text: string) => void }

function WordSide({ label, hint, value, onChange }: WordSideProps) {
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxLength={2000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
