import { readStoredStudyPacks } from '#contract/stored-answers'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { StaleView } from '../../device/offline/query-or-stored-view'
import { useQueryOrStored } from '../../device/offline/use-query-or-stored'
import { ListSkeleton } from '../../ui/list-skeleton'
import { TabHeading } from '../trials/trial/tab-heading'
import { useTrialPage } from '../trials/trial/trial-page'
import { FoundPacks } from './found-packs'
import { PACK_TOOLS, PackTools } from './list/pack-tools'
import { PackTabActions } from './pack-tab-actions'
import { PacksGuard } from './packs-guard'
import { StoredPacks } from './stored/stored-packs'

/** The study packs that the viewer reaches, by batch. Search and filters are in the address. */
export function StudyPacksTab() {
  return (
    <PacksGuard>
      <StudyPacks />
    </PacksGuard>
  )
}

function StudyPacks() {
  const { trial, permission } = useTrialPage()
  const [isManaging, setIsManaging] = useState(false)
  const { query: packs, stored } = useQueryOrStored(studyPacksQuery(trial.id), readStoredStudyPacks)
  const manage = (isBegun: boolean) => {
    setIsManaging(isBegun)
    // The list and what is done with it share the screen from then on.
    if (isBegun) document.getElementById(PACK_TOOLS)?.scrollIntoView({ block: 'start' })
  }
  if (stored !== null) return <StoredPacks trial={trial} permission={permission} />
  const actions = <PackTabActions isManaging={isManaging} onManage={manage} />
  return (
    <>
      <VisuallyHidden component="div">
        <TabHeading>Study packs</TabHeading>
      </VisuallyHidden>
      {packs.data === undefined && <PackTools>{actions}</PackTools>}
      <StaleView query={packs} loading={<ListSkeleton columns={6} />}>
        {({ data }) => (
          <FoundPacks batches={data} asOf={packs.dataUpdatedAt} isManaging={isManaging} actions={actions} />
        )}
      </StaleView>
    </>
  )
}
