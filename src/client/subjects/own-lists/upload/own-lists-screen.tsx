import type { OwnAllocationList } from '#contract/allocation-lists'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ownAllocationListsQuery } from '../../../api/screen-queries'
import { QueryView } from '../../../device/offline/query-view'
import { CopyableId } from '../../../ui/copyable-id'
import { formatNumber } from '../../../ui/format-number'
import { Instant } from '../../../ui/instant'
import { PageTitle } from '../../../ui/page-title'
import { ListColumns } from './list-columns'
import { UploadList } from './upload-list'

/** `/allocation-lists`: the trials whose list the person makes, and the way to upload it. */
export function OwnListsScreen() {
  const lists = useQuery(ownAllocationListsQuery)
  return (
    <>
      <PageTitle title="Lists of allocations" />
      <QueryView query={lists} loading={<Skeleton height="12rem" />}>
        {({ data }) =>
          data.length === 0 ? (
            <Text>No trial needs a list from you. An administrator of a trial names the author of its list.</Text>
          ) : (
            <Stack gap="xl" maw="60rem">
              {data.map((list) => (
                <OwnList key={list.trial.id} list={list} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </>
  )
}

function OwnList({ list }: { list: OwnAllocationList }) {
  const { trial, lists, is_awaited } = list
  return (
    <section aria-labelledby={`trial-${trial.id}`}>
      <Title order={2} id={`trial-${trial.id}`} mb="sm">
        {trial.title}
      </Title>
      <Stack gap="md">
        {is_awaited ? (
          <>
            <ListColumns list={list} />
            <UploadList list={list} />
          </>
        ) : (
          <Text>This trial takes no list now.</Text>
        )}
        {lists.map(({ number, rows, uploaded_at, confirmed_at, hash }) => (
          <div key={number}>
            <Text>
              List {number}: {formatNumber(rows)} rows, uploaded <Instant at={uploaded_at} zone={null} />,{' '}
              {confirmed_at === null ? 'not confirmed yet' : 'confirmed'}. Its commitment:
            </Text>
            <CopyableId value={hash} label="Commitment of the list" />
          </div>
        ))}
      </Stack>
    </section>
  )
}
