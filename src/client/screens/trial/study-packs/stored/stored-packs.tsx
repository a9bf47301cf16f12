import { readStoredStudyPacks, type StoredStudyPack, type StoredTrial } from '#contract/stored-answers'
import { NO_STUDY_PACKS } from '#domain/study-pack'
import { packStatusAfter } from '#offline/overlay'
import { Skeleton, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { studyPacksQuery } from '../../../../api/study-pack-queries'
import { studyPacksSearch } from '../../../../app/screen-search'
import { AgeNotice } from '../../../../offline/age-notice'
import { useKept } from '../../../../offline/use-kept'
import { useOutbox } from '../../../../outbox/use-outbox'
import { paths } from '../../../../paths'
import { EmptyState } from '../../../../ui/empty-state'
import { formatNumber } from '../../../../ui/format-number'
import { QueryView } from '../../../../ui/query-view'
import { SearchField } from '../../../../ui/search-field'
import { siteTitlesOf } from '../site-titles'
import { StoredPackList } from './stored-pack-list'

/** How many stand in the list at once; whoever looks for another types its id. */
const SHOWN_AT_ONCE = 100

type StoredPacksProps = { trial: Pick<StoredTrial, 'id' | 'sites'> }
type Batches = readonly { study_packs: readonly StoredStudyPack[] }[]

/** The study packs that this device keeps, with what waits for the server: to be looked up by their ids. */
export function StoredPacks({ trial }: StoredPacksProps) {
  const { query, stored } = useKept(studyPacksQuery(trial.id), readStoredStudyPacks)
  const show = (batches: Batches) => <FoundPacks trial={trial} packs={batches.flatMap((batch) => batch.study_packs)} />
  return (
    <>
      <Title order={2} id="tab-heading" tabIndex={-1} mb="md">
        Study packs
      </Title>
      {stored !== null && <AgeNotice asOf={stored.as_of} />}
      <Text mb="md" maw="44rem">
        Activating, transferring, recalling and everything else that changes packs needs the connection: the server
        alone knows which pack is free.
      </Text>
      {stored === null ? (
        <QueryView query={query} loading={<Skeleton height="16rem" />}>
          {({ data }) => show(data)}
        </QueryView>
      ) : (
        show(stored.answer.data)
      )}
    </>
  )
}

function FoundPacks({ trial, packs }: StoredPacksProps & { packs: readonly StoredStudyPack[] }) {
  const q = useSearch({ strict: false, select: (search) => studyPacksSearch.read(studyPacksSearch.validate(search)).q })
  const navigate = useNavigate()
  const { own } = useOutbox()
  const found = packs.filter(({ pack_id }) => pack_id.toLowerCase().includes(q.toLowerCase()))
  return (
    <>
      <SearchField
        label="Search"
        placeholder="Pack ID"
        value={q}
        restsAfterMs={0}
        onSearch={(text) =>
          void navigate({ ...paths.studyPacks(trial.id), search: text === '' ? {} : { q: text }, replace: true })
        }
      />
      {found.length === 0 ? (
        <EmptyState title={NO_STUDY_PACKS}>
          No study pack that this device keeps is meant. Others may be known to the server.
        </EmptyState>
      ) : (
        <>
          <Text c="dimmed" my="xs" aria-live="polite">
            {formatNumber(Math.min(found.length, SHOWN_AT_ONCE))} of {formatNumber(packs.length)} study packs
          </Text>
          <StoredPackList
            packs={found
              .slice(0, SHOWN_AT_ONCE)
              .map((pack) => ({ ...pack, study_pack_status_id: packStatusAfter(pack, own) }))}
            siteTitle={siteTitlesOf(trial)}
          />
        </>
      )}
    </>
  )
}
