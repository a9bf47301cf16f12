import type { WaitingParticipant } from '#contract/waiting-list'
import { takesWaiting } from '#domain/participants/waiting-list'
import { can } from '#domain/people/permissions'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconCircleCheck, IconUserPause } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useChosen } from '../../../action/use-chosen'
import { permittedSitesQuery } from '../../../api/session-queries'
import { waitingListQuery } from '../../../api/waiting-list-queries'
import { useListSearch } from '../../../device/list-search'
import { PagedList } from '../../../device/offline/paged-list'
import { paths } from '../../../paths'
import { showTitle } from '../../../ui/document-title'
import { focusFirst } from '../../../ui/focus-first'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { LinkButton } from '../../../ui/link-button'
import { RecordList } from '../../../ui/record-list'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { waitingSearch } from '../participants-search'
import { blankAnswers, offeredSites, siteChosenAlready } from '../randomise/answers'
import { AddToWaitingListDialog, PUT_ON_LIST } from './add-to-waiting-list-dialog'
import { RemoveFromWaitingListDialog } from './remove-from-waiting-list-dialog'
import { waitingColumns } from './waiting-columns'
import { arePlacesFree, PLACES_FREE } from './waiting-words'

const TITLE = 'Waiting list'

/** `/trials/{id}/waiting-list`: those who wait for a place at the sites that the viewer reaches, in order of arrival. */
export function WaitingListPage() {
  const { permission } = useTrialPage()
  if (can(permission, 'randomise')) return <WaitingList />
  return <ForbiddenState>A trial administrator can give you the permission to randomise in this trial.</ForbiddenState>
}

function WaitingList() {
  const { trial } = useTrialPage()
  const paging = useListSearch(waitingSearch)
  const waiting = useQuery({
    ...waitingListQuery(trial.id, paging.search),
    placeholderData: keepPreviousData,
  })
  const choice = useChosen<WaitingParticipant>()
  const columns = waitingColumns(trial)
  useEffect(() => showTitle(TITLE, trial.title), [trial.title])
  return (
    <>
      <TabHeading actions={takesWaiting(trial) && <AddButton />}>{TITLE}</TabHeading>
      <Text mb="md" maw="48rem">
        These participants wait because the trial was paused or full. They have no study group and are not counted. They
        are never randomised automatically.
      </Text>
      {waiting.data !== undefined && arePlacesFree(waiting.data) && (
        <Alert role="note" color="green" mb="md" icon={<IconCircleCheck aria-hidden="true" />} title={PLACES_FREE}>
          Check eligibility and answers again, then randomise. Begin with the participant who has waited longest.
        </Alert>
      )}
      <PagedList label={TITLE} query={waiting} paging={paging} none={NONE} columns={columns.length + 1}>
        {({ data }) => (
          <RecordList
            label={TITLE}
            rows={data}
            keyOf={({ id }) => id}
            columns={columns}
            renderActions={(one) => (
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                {one.is_place_free && (
                  <LinkButton
                    {...paths.randomiseWaiting(trial.id, one.id)}
                    variant="default"
                    size="sm"
                    aria-label={`Randomise ${one.participant_id}`}
                  >
                    Randomise
                  </LinkButton>
                )}
                <Button
                  variant="default"
                  size="sm"
                  id={removeId(one.id)}
                  aria-label={`Remove ${one.participant_id} from the waiting list`}
                  onClick={() => choice.choose(one)}
                >
                  Remove
                </Button>
              </Group>
            )}
          />
        )}
      </PagedList>
      {choice.chosen !== null && (
        <RemoveFromWaitingListDialog
          trialId={trial.id}
          waiting={choice.chosen}
          isOpen={choice.isOpen}
          onClose={choice.close}
          onClosed={() => {
            choice.clear()
            focusFirst(removeId(choice.chosen?.id ?? 0), 'tab-heading')
          }}
        />
      )}
    </>
  )
}

const removeId = (id: number): string => `remove-waiting-${id}`

/** Opens the form for another participant. */
function AddButton() {
  const { trial } = useTrialPage()
  const { data: permitted } = useQuery(permittedSitesQuery(trial.id))
  const [isOpen, { open, close }] = useDisclosure()
  if (permitted === undefined) return null
  const sites = offeredSites(trial, permitted.data)
  return (
    <>
      <Button leftSection={<IconUserPause size={20} aria-hidden="true" />} onClick={open}>
        {PUT_ON_LIST}
      </Button>
      <AddToWaitingListDialog
        trial={trial}
        sites={sites}
        initial={blankAnswers(trial, siteChosenAlready(sites, null))}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  )
}

const NONE = {
  title: 'No participant is waiting',
  empty: 'Participants appear here when the trial is paused or full and someone puts them on the list.',
  narrowed: 'No participant is waiting here.',
  showAll: 'Show all who wait',
}
