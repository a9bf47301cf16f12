import type { Message } from '#contract/messages'
import { MESSAGE_STATES, type MessageState } from '#domain/people/notifications'
import { Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { messagesQuery } from '../../../api/message-queries'
import { messagesSearch } from '../reports-search'
import { EmptyState } from '../../../ui/empty-state'
import { LastPageButton, ListPager, PAST_THE_END } from '../../../ui/list-pager'
import { QueryView } from '../../../ui/query-view'
import { ShowAllButton } from '../../../ui/show-all-button'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { MessageList } from './message-list'
import { MESSAGE_STATE_FACES } from './message-state-badge'
import classes from './messages-tab.module.css'
import { DoneNotice } from '../../../ui/done-notice'

const route = getRouteApi('/signed-in/trials/$trialId/tabs/messages')
type Search = ReturnType<typeof messagesSearch.validate>

/** How often the list is asked for while something in it is on its way, in milliseconds. */
const FOLLOWED_EVERY_MS = 5000

/** The e-mails of a trial: to whom, about what, and how they stand; never what they say. Page and states are in the address. */
export function MessagesTab() {
  const { trial, permission } = useTrialPage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const shown = messagesSearch.read(search)
  const [resent, setResent] = useState('')
  const messages = useQuery({
    ...messagesQuery(trial.id, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? FOLLOWED_EVERY_MS : false),
  })
  const show = (changes: Partial<Search>) =>
    void navigate({ search: (before) => messagesSearch.change(before, { page: '1', ...changes }) })
  return (
    <>
      <TabHeading>Emails</TabHeading>
      <Text mb="md">Emails sent about this trial. Their contents are not shown here.</Text>
      <StateFilter states={shown.state} onChange={(state) => show({ state })} />
      <DoneNotice said={resent} />
      <QueryView query={messages} loading={<MessagesSkeleton />}>
        {(list) =>
          list.data.length === 0 ? (
            <EmptyState
              title="No emails found"
              action={
                <>
                  <LastPageButton shown={list} onPage={(page) => show({ page: String(page) })} />
                  <ShowAllButton
                    isNarrowed={shown.state.length > 0 && list.total === 0}
                    onShowAll={() => show({ state: undefined })}
                  >
                    Show all emails
                  </ShowAllButton>
                </>
              }
            >
              {whyNone(shown.state.length > 0, list.total > 0)}
            </EmptyState>
          ) : (
            <>
              <MessageList
                trial={trial}
                permission={permission}
                messages={list.data}
                isRefreshing={messages.isPlaceholderData}
                onResent={setResent}
              />
              <ListPager
                label="Emails"
                shown={list}
                onPage={(page) => show({ page: String(page) })}
                onPageSize={(size) => show({ page_size: String(size) })}
              />
            </>
          )
        }
      </QueryView>
    </>
  )
}

const isUnderWay = ({ state }: Message): boolean => state === 'queued' || state === 'sending'

const whyNone = (isNarrowed: boolean, isPastEnd: boolean): string => {
  if (isPastEnd) return PAST_THE_END
  return isNarrowed
    ? 'No email has this status. Clear the filter to see them all.'
    : 'Emails appear here after a randomisation, an unblinding or a change of status.'
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
            label={MESSAGE_STATE_FACES[state].label}
            checked={states.includes(state)}
            onChange={() => onChange(MESSAGE_STATES.filter((one) => states.includes(one) !== (one === state)))}
          />
        ))}
      </Group>
    </fieldset>
  )
}

function MessagesSkeleton() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3rem" />
      ))}
    </Stack>
  )
}
