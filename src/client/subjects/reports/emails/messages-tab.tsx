import type { Message } from '#contract/messages'
import { mayResend, MESSAGE_STATE_TITLES, MESSAGE_STATES, type MessageState } from '#domain/people/notifications'
import { can } from '#domain/people/permissions'
import { Checkbox, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPORTS } from '#domain/reports/export'
import { ArrangeList } from '../../../desk/arrange-list'
import { useArrangedColumns } from '../../../desk/arranged-columns'
import { useShownColumns } from '../../../desk/use-shown-columns'
import { emailsExport } from '../exports/export-addresses'
import { ExportMenu } from '../exports/export-menu'
import { messagesQuery } from '../../../api/report-queries'
import { messagesSearch } from '../reports-search'
import { PagedList } from '../../../device/offline/paged-list'
import { RecordList } from '../../../ui/record-list'
import { useListSearch } from '../../../device/list-search'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { messageColumns } from './message-columns'
import classes from './messages-tab.module.css'
import { ResendButton } from './resend-button'
import { DoneNotice } from '../../../ui/done-notice'

/** How often the list is refetched while one of its emails is being sent, in milliseconds. */
const FOLLOWED_EVERY_MS = 5000

/** The emails of a trial: recipient, subject and state, never the text. Page and states are in the address. */
export function MessagesTab() {
  const { trial, permission } = useTrialPage()
  const paging = useListSearch(messagesSearch)
  const [resent, setResent] = useState('')
  const messages = useQuery({
    ...messagesQuery(trial.id, paging.search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? FOLLOWED_EVERY_MS : false),
  })
  const every = messageColumns(trial)
  const columns = useArrangedColumns('messages', every)
  const shownColumns = useShownColumns('messages', columns)
  return (
    <>
      <TabHeading>Emails</TabHeading>
      <Text mb="md">Emails sent about this trial. Their contents are not shown here.</Text>
      <Group justify="space-between" align="flex-end" mb="sm">
        <StateFilter states={paging.shown.state} onChange={(state) => paging.show({ state })} />
        <Group gap="sm">
          <ArrangeList list="messages" trialId={trial.id} search={paging.search} columns={every} />
          <ExportMenu
            formats={EXPORTS.emails.formats}
            shown={shownColumns}
            addressOf={(chosen) => emailsExport(trial.id, chosen, paging.search)}
          />
        </Group>
      </Group>
      <DoneNotice text={resent} />
      <PagedList label="Emails" query={messages} paging={paging} none={NONE} columns={columns.length + 1} isBroad>
        {({ data }) => (
          <RecordList
            label="Emails"
            rows={data}
            keyOf={({ id }) => id}
            columns={columns}
            sorting={paging}
            renderActions={(message) =>
              mayResend(message.state) &&
              can(permission, 'resendMessage') && <ResendButton message={message} onResent={setResent} />
            }
            isBroad
          />
        )}
      </PagedList>
    </>
  )
}

const isUnderWay = ({ state }: Message): boolean => state === 'queued' || state === 'sending'

const NONE = {
  title: 'No emails found',
  empty: 'Emails appear here after a randomisation, an unblinding or a change of status.',
  narrowed: 'No email has this status. Clear the filter to see them all.',
  showAll: 'Show all emails',
}

type StateFilterProps = { states: readonly MessageState[]; onChange: (states: MessageState[]) => void }

function StateFilter({ states, onChange }: StateFilterProps) {
  return (
    <fieldset className={classes['states']}>
      <legend>State</legend>
      <Group gap="0 1.5rem">
        {MESSAGE_STATES.map((state) => (
          <Checkbox
            key={state}
            label={MESSAGE_STATE_TITLES[state]}
            checked={states.includes(state)}
            onChange={() => onChange(MESSAGE_STATES.filter((one) => states.includes(one) !== (one === state)))}
          />
        ))}
      </Group>
    </fieldset>
  )
}
