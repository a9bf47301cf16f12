import { Table, Text } from '@mantine/core'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { paths } from '../../../paths'
import { ageWords } from '../../../ui/age-words'
import { Instant } from '../../../ui/instant'
import { openRow } from '../../../ui/open-row'
import { moveInRows } from '../../../ui/row-keys'
import { RecordLink } from '../../../ui/record-link'
import { StudyGroupName } from '../../../ui/study-group-name'
import classes from './recent.module.css'
import type { RecentRow } from './recent-rows'

type RecentParticipantsProps = {
  rows: readonly RecentRow[]
  /** When they were received, where they come from the store; else null. */
  asOf: number | null
}

/** The participants who were randomised last; each row opens the record. */
export function RecentParticipants({ rows, asOf }: RecentParticipantsProps) {
  const now = useNowForAges(asOf ?? 0)
  if (rows.length === 0)
    return <Text className={classes['empty'] ?? ''}>Participants appear here once they have been randomised.</Text>
  return (
    <>
      {asOf !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          Last updated {ageWords(asOf, now)}. Groups, packs and times are shown when the connection is back.
        </Text>
      )}
      <Table aria-label="Recent participants" highlightOnHover className={classes['table'] ?? ''}>
        <Table.Thead className={classes['head'] ?? ''}>
          <Table.Tr>
            <Table.Th scope="col">ID</Table.Th>
            <Table.Th scope="col" className={classes['wide'] ?? ''}>
              Trial
            </Table.Th>
            <Table.Th scope="col">Study group</Table.Th>
            <Table.Th scope="col" className={classes['wide'] ?? ''}>
              Study pack
            </Table.Th>
            <Table.Th scope="col">Date</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveInRows}>
          {rows.map((row) => (
            <Recent key={`${row.trial.id} ${row.id}`} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

function Recent({ row: { id, trial, shown_id, study_group, packs, created_at } }: { row: RecentRow }) {
  return (
    <Table.Tr onClick={openRow} className={classes['row'] ?? ''}>
      <Table.Td>
        <RecordLink {...paths.participant(trial.id, id)}>
          <span className="identifier">{shown_id}</span>
        </RecordLink>
      </Table.Td>
      <Table.Td className={classes['wide'] ?? ''}>{trial.name}</Table.Td>
      <Table.Td>{study_group !== null && <StudyGroupName group={study_group} />}</Table.Td>
      <Table.Td className={classes['wide'] ?? ''}>
        <span className="identifier">{packs}</span>
      </Table.Td>
      <Table.Td className={classes['time'] ?? ''}>
        {created_at !== null && <Instant at={created_at} zone={trial.zone} />}
      </Table.Td>
    </Table.Tr>
  )
}
