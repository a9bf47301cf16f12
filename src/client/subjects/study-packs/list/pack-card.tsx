import type { StudyPack } from '#contract/study-packs'
import { LISTED_PACK_FIELDS, packField, type PackField } from '#domain/study-packs/study-pack-fields'
import { Checkbox, Group, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { counted } from '../../../ui/format-number'
import { PackMenu } from '../actions/pack-menu'
import { packFieldWords } from '../pack-field'
import { PackLink } from '../pack-link'
import { PackStatus } from '../pack-status'
import type { SiteTitles } from '../site-titles'
import classes from './pack-cards.module.css'
import type { PackListProps } from './pack-list-props'
import type { PackRow } from './pack-rows'

type CardProps = Pick<PackListProps, 'trialId' | 'permission' | 'siteTitle' | 'onTick' | 'onChoose'> & {
  row: PackRow
  /** Its place in the whole list, from 0 on, and how many rows that has. */
  index: number
  all: number
  measure: (element: Element | null) => void
  /** Null in the normal mode. */
  isTicked: boolean | null
}

/** One card of the list, or the heading of a batch. */
export const PackCard = memo(function PackCard({ row, index, all, measure, ...props }: CardProps) {
  const { isTicked, trialId, permission, siteTitle, onTick, onChoose } = props
  const place = { ref: measure, 'data-index': index, 'aria-posinset': index + 1, 'aria-setsize': all }
  if (row.kind === 'batch') {
    return (
      <li {...place} className={classes['batch']}>
        Batch <span className="identifier">{row.batch_id}</span>{' '}
        <span className={classes['count']}>{counted(row.count, 'pack')}</span>
      </li>
    )
  }
  const { pack } = row
  return (
    <li {...place} className={classes['card']} data-ticked={isTicked || undefined}>
      <PackFacts pack={pack} siteTitle={siteTitle}>
        {isTicked === null ? (
          <PackLink trialId={trialId} pack={pack} />
        ) : (
          <Checkbox
            label={<span className="identifier">{pack.pack_id}</span>}
            aria-label={`Select pack ${pack.pack_id}`}
            checked={isTicked}
            onChange={() => onTick(pack.id)}
          />
        )}
      </PackFacts>
      {isTicked === null && (
        <Group justify="flex-end">
          <PackMenu pack={pack} permission={permission} onChoose={onChoose} />
        </Group>
      )}
    </li>
  )
})

type FactsProps = { pack: StudyPack; siteTitle: SiteTitles; children: ReactNode }

function PackFacts({ pack, siteTitle, children }: FactsProps) {
  return (
    <>
      <Group justify="space-between" gap="xs">
        {children}
        <PackStatus pack={pack} />
      </Group>
      <Text>{siteTitle(pack.site_id) ?? 'No site'}</Text>
      <Text c="dimmed" size="sm">
        {packWordsInLine(pack)}
      </Text>
    </>
  )
}

/** What the table has columns for, in a line: the day first, since it says whether the pack can be allocated. */
const packWordsInLine = (pack: StudyPack): string =>
  [
    ...LISTED_PACK_FIELDS.toSorted((one, other) => Number(isDay(other)) - Number(isDay(one))).map((name) =>
      packFieldWords(name, pack),
    ),
    pack.study_group?.name ?? null,
  ]
    .filter((words) => words !== null)
    .join(' · ')

const isDay = (name: PackField): boolean => packField(name).kind === 'day'
