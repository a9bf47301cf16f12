import type { AllocationList } from '#contract/allocation-lists'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconUserCheck, IconUserEdit } from '@tabler/icons-react'
import { allocationListQuery } from '../../../api/screen-queries'
import { QueryView } from '../../../device/offline/query-view'
import { UserLink } from '../../../record-links/user-link'
import { FigureTable } from '../../../ui/figure-table'
import { formatNumber } from '../../../ui/format-number'
import { TabHeading } from '../../trials/trial/tab-heading'
import { useTrialPage } from '../../trials/trial/trial-page'
import { NameAuthorDialog } from './name-author-dialog'
import { ReviewListDialog } from './review-list-dialog'
import { UploadedLists } from './uploaded-lists'

/** `/trials/{id}/list`: who makes the list of the trial, which rows are to be confirmed, and how many places are left. */
export function AllocationListTab() {
  const { trial } = useTrialPage()
  const list = useQuery(allocationListQuery(trial.id))
  return (
    <>
      <TabHeading>List of allocations</TabHeading>
      <QueryView query={list} loading={<Skeleton height="16rem" />}>
        {(shown) => (
          <Stack gap="xl" maw="60rem">
            <Author trialId={trial.id} author={shown.author} />
            {shown.waiting !== null && <Waiting trialId={trial.id} waiting={shown.waiting} />}
            <PlacesLeft strata={shown.strata} />
            <UploadedLists lists={shown.lists} zone={trial.selected_timezone} />
          </Stack>
        )}
      </QueryView>
    </>
  )
}

function Author({ trialId, author }: { trialId: number; author: AllocationList['author'] }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <section aria-labelledby="list-author">
      <Title order={3} id="list-author" mb="xs">
        Author
      </Title>
      <Text>
        {author === null ? (
          'No one makes the list yet. Name a statistician who has no permission in this trial.'
        ) : (
          <>
            <UserLink user={author} isInText /> makes the list. Ask them to open their user profile, where they find the
            page to upload it.
          </>
        )}{' '}
        Whoever makes the list may never see the participants of this trial.
      </Text>
      <Button mt="sm" variant="default" leftSection={<IconUserEdit size={20} aria-hidden="true" />} onClick={open}>
        {author === null ? 'Name the author' : 'Name another author'}
      </Button>
      <NameAuthorDialog trialId={trialId} isOpen={isOpen} onClose={close} />
    </section>
  )
}

function Waiting({ trialId, waiting }: { trialId: number; waiting: NonNullable<AllocationList['waiting']> }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <section aria-labelledby="list-waiting">
      <Title order={3} id="list-waiting" mb="xs">
        List {waiting.number} needs a second person
      </Title>
      <Text>It passed every check. Its rows are not used before someone other than its author confirms it.</Text>
      <Button mt="sm" leftSection={<IconUserCheck size={20} aria-hidden="true" />} onClick={open}>
        Review list {waiting.number}
      </Button>
      <ReviewListDialog trialId={trialId} waiting={waiting} isOpen={isOpen} onClose={close} />
    </section>
  )
}

function PlacesLeft({ strata }: { strata: AllocationList['strata'] }) {
  return (
    <section aria-labelledby="places-left">
      <Title order={3} id="places-left" mb="xs">
        Places left
      </Title>
      {strata.length === 0 ? (
        <Text>The places of each stratum appear here once the trial has started with a list.</Text>
      ) : (
        <FigureTable
          label="Places left on the list"
          rows={strata}
          keyOf={({ stratum }) => stratum}
          columns={[
            { header: 'Stratum', cell: ({ stratum }) => stratum },
            { header: 'Rows', cell: ({ rows }) => formatNumber(rows), isFigure: true },
            { header: 'Places left', cell: ({ places_left }) => formatNumber(places_left), isFigure: true },
          ]}
        />
      )}
    </section>
  )
}
