import { compareOutcomes, type OutcomeRow, type TestResult } from '#contract/randomisation-tests'
import type { Trial } from '#contract/trials'
import { COMPARED, type Compared } from '#domain/reports/randomisation-test'
import { Alert, Group, Select, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCalculator } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../../../action/use-action'
import { ServerButton } from '../../../../device/offline/server-button'
import type { CsvFault } from '../../../../ui/csv/read-csv'
import { ComparisonRefused } from './comparison-refused'
import { ComparisonResult } from './comparison-result'
import { OutcomesField } from './outcomes-field'
import { readOutcomes, type ReadOutcomes } from './outcomes-csv'

/** The comparison by its name in the API, as a person reads it. */
const WORDS: Record<Compared, string> = {
  means: 'Means (numbers)',
  proportions: 'Proportions (0 or 1)',
}

type Sent = { compared: Compared; groups: [number, number]; rows: OutcomeRow[] }

/** Two study groups, their outcomes, and the p-value. Outcomes live in this form alone, until it is closed. */
export function CompareOutcomes({ trial, testId }: { trial: Trial; testId: number }) {
  const groups = trial.study_groups.flatMap(choiceOf)
  const [compared, setCompared] = useState<Compared>('means')
  const [first, setFirst] = useState<string | null>(groups[0]?.value ?? null)
  const [second, setSecond] = useState<string | null>(groups[1]?.value ?? null)
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly CsvFault[]>([])
  const [read, setRead] = useState<ReadOutcomes | null>(null)
  const [result, setResult] = useState<TestResult | null>(null)
  const compare = useAction(
    compareOutcomes,
    ({ compared: by, groups: pair, rows }: Sent) => ({
      parameters: { trial_id: String(trial.id), randomisation_test_id: String(testId) },
      body: { compared: by, study_group_ids: pair, outcomes: rows },
    }),
    { timeout_ms: PATIENCE_MS, onDone: setResult, onRefused: () => setResult(null) },
  )
  const submit = () => {
    if (first === null || second === null) return
    const outcomes = readOutcomes(new TextEncoder().encode(text))
    setFaults(outcomes.ok ? [] : outcomes.refusal)
    setResult(null)
    if (!outcomes.ok) return
    setRead(outcomes.value)
    compare.mutate({ compared, groups: [Number(first), Number(second)], rows: outcomes.value.rows })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Text>
          Give the outcomes of all participants, also of other study groups. They are used for this answer and not
          stored.
        </Text>
        <Group gap="sm" align="flex-start">
          <Choice
            label="Compare"
            data={COMPARED.map((value) => ({ value, label: WORDS[value] }))}
            value={compared}
            onChange={(chosen) => setCompared(COMPARED.find((one) => one === chosen) ?? compared)}
          />
          <Choice label="Study group A" data={groups} value={first} onChange={setFirst} />
          <Choice label="Study group B" data={groups} value={second} onChange={setSecond} />
        </Group>
        <OutcomesField text={text} onChange={setText} />
        {faults.length > 0 && <Unread faults={faults} />}
        <ServerButton
          action="makeReports"
          type="submit"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconCalculator size={20} aria-hidden="true" />}
          disabled={text.trim() === '' || first === null || second === null}
          loading={compare.isPending}
        >
          Calculate p-value
        </ServerButton>
        <ComparisonRefused error={compare.error} lines={read?.lines ?? []} />
        {result !== null && <ComparisonResult result={result} />}
      </Stack>
    </form>
  )
}

const choiceOf = ({ id, name, factorial_level: factor }: Trial['study_groups'][number]) =>
  id === undefined ? [] : [{ value: String(id), label: factor ? `${name} (factor ${factor})` : name }]

/** A reference set of the largest size is read in some seconds. */
const PATIENCE_MS = 120_000

type ChoiceProps = {
  label: string
  data: { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
}

function Choice(props: ChoiceProps) {
  return <Select {...props} allowDeselect={false} openOnFocus={false} comboboxProps={{ withinPortal: false }} />
}

function Unread({ faults }: { faults: readonly CsvFault[] }) {
  const shown = faults.slice(0, MAX_SHOWN)
  return (
    <Alert role="alert" color="red" title="The outcomes were not read" icon={<IconAlertTriangle aria-hidden="true" />}>
      <ul>
        {shown.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line === null ? '' : `Line ${line}: `}
            {message}
          </li>
        ))}
      </ul>
      {faults.length > MAX_SHOWN && `And ${faults.length - MAX_SHOWN} more.`}
    </Alert>
  )
}

const MAX_SHOWN = 20
