import type { TrialStatistics } from '#contract/trials'
import { STUDY_PACK_STATUSES } from '#domain/study-pack'
import { Table, Title } from '@mantine/core'
import { formatNumber } from '../../../ui/format-number'
import { ScrollFrame } from '../../../ui/scroll-frame'
import { stockLines } from './stock-lines'

/** Study packs by site and status, the sites with the fewest active packs first. */
export function StudyPackStock({ stock }: { stock: TrialStatistics['study_packs'] }) {
  const title = 'Study packs by site'
  return (
    <section aria-label={title}>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <ScrollFrame label={title}>
        <Table aria-label={title} verticalSpacing="xs" miw="48rem">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Site</Table.Th>
              {STUDY_PACK_STATUSES.map(({ key, name }) => (
                <Table.Th key={key} scope="col" className="figures">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stockLines(stock).map(({ key, site, counts }) => (
              <Table.Tr key={key}>
                <Table.Td>{site}</Table.Td>
                {STUDY_PACK_STATUSES.map((status) => (
                  <Table.Td key={status.key} className="figures">
                    {formatNumber(counts[status.key] ?? 0)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
    </section>
  )
}
