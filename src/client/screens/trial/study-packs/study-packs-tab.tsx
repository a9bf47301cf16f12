import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { QueryView } from '../../../ui/query-view'
import { TabHeading } from '../tab-heading'
import { useTrialPage } from '../trial-page'
import { FoundPacks } from './found-packs'
import { PackTabActions } from './pack-tab-actions'
import { PacksGuard } from './packs-guard'

/** The study packs that the viewer reaches, by batch. Search and filters are in the address. */
export function StudyPacksTab() {
  return (
    <PacksGuard>
      <StudyPacks />
    </PacksGuard>
  )
}

function StudyPacks() {
  const { trial } = useTrialPage()
  const [isManaging, setIsManaging] = useState(false)
  const packs = useQuery(studyPacksQuery(trial.id))
  const manage = (isBegun: boolean) => {
    setIsManaging(isBegun)
    // The list and what is done with it share the screen from then on.
    if (isBegun) document.getElementById('tab-heading')?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <TabHeading actions={<PackTabActions isManaging={isManaging} onManage={manage} />}>Study packs</TabHeading>
      <QueryView query={packs} loading={<PacksSkeleton />}>
        {({ data }) => <FoundPacks batches={data} isManaging={isManaging} />}
      </QueryView>
    </>
  )
}

function PacksSkeleton() {
  return (
    <Stack gap="xs" aria-hidden="true">
      <Skeleton height="4rem" />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="3.25rem" />
      ))}
    </Stack>
  )
}
