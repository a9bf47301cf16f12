import { changeMonthlyReport, type MonthlyReport } from '#contract/monthly-report'
import { monthInWords } from '#domain/time/day-in-words'
import { Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionRefused } from '../../../action/action-refused'
import { useAction } from '../../../action/use-action'
import { monthlyReportQuery } from '../../../api/screen-queries'
import { ServerButton } from '../../../device/offline/server-button'
import { Instant } from '../../../ui/instant'

type MonthlyRecipientsProps = { trial: { id: number; selected_timezone: string }; report: MonthlyReport }
type Person = MonthlyReport['recipients'][number]
type Change = { add?: Person; remove?: Person }

/** The recipients with a button to remove each, a field to add another, and the times of the report. */
export function MonthlyRecipients({ trial, report }: MonthlyRecipientsProps) {
  const { recipients, candidates } = report
  const [chosen, setChosen] = useState<string | null>(null)
  const change = useAction(
    changeMonthlyReport,
    ({ add, remove }: Change) => ({
      parameters: { trial_id: String(trial.id) },
      body: { add: add === undefined ? [] : [add.id], remove: remove === undefined ? [] : [remove.id] },
    }),
    { replaces: () => monthlyReportQuery(trial.id), onDone: () => setChosen(null) },
  )
  const candidate = candidates.find(({ id }) => String(id) === chosen)
  return (
    <Stack gap="sm" maw="32rem">
      <Times trial={trial} report={report} />
      {recipients.length === 0 ? (
        <Text c="dimmed">No one gets it yet. Add a person below.</Text>
      ) : (
        <ul className="plain-list" aria-label="Recipients of the monthly report">
          {recipients.map((person) => (
            <li key={person.id}>
              <Group justify="space-between" py="xs" wrap="nowrap">
                <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{person.name}</span>
                <ServerButton
                  action="changeSettings"
                  variant="default"
                  aria-label={`Remove ${person.name}`}
                  loading={change.isPending && change.variables.remove?.id === person.id}
                  onClick={() => change.mutate({ remove: person })}
                >
                  Remove
                </ServerButton>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group align="flex-end" gap="sm">
        <Select
          label="Add a recipient"
          description="Users of this trial who may see its reports"
          placeholder="Choose a user"
          searchable
          clearable
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          flex="1 1 14rem"
          nothingFoundMessage="No other user may see the reports"
          data={candidates.map(({ id, name }) => ({ value: String(id), label: `${name} (ID ${id})` }))}
          value={chosen}
          onChange={setChosen}
        />
        <ServerButton
          action="changeSettings"
          disabled={candidate === undefined}
          loading={change.isPending && change.variables.add !== undefined}
          onClick={() => candidate !== undefined && change.mutate({ add: candidate })}
        >
          Add recipient
        </ServerButton>
      </Group>
      <ActionRefused title="The recipients were not changed" error={change.error} />
    </Stack>
  )
}

/** When the report was and will be sent. Where the service sends no email, no time is promised. */
function Times({ trial: { selected_timezone: zone }, report }: MonthlyRecipientsProps) {
  const { last } = report
  return (
    <Text>
      {last === null ? (
        'Not sent yet.'
      ) : (
        <>
          {report.is_written_to_files === true ? 'Last made' : 'Last sent'}: {monthInWords(last.month)}, on{' '}
          <Instant at={last.sent_at} zone={zone} />, to{' '}
          {last.recipients === 1 ? 'one person' : `${last.recipients} people`}.
        </>
      )}{' '}
      <Next report={report} zone={zone} />
    </Text>
  )
}

function Next({ report: { next_at, recipients, is_written_to_files }, zone }: { report: MonthlyReport; zone: string }) {
  if (is_written_to_files === true)
    return 'This service sends no email: emails are written to files, and no one receives them. Ask a system administrator to set a mail server.'
  if (next_at === null) return 'The next one follows the first month in which the trial is under way.'
  if (recipients.length === 0) return 'Without recipients, none is sent.'
  return (
    <>
      Next: <Instant at={next_at} zone={zone} />.
    </>
  )
}
