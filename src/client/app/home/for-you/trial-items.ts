import { can } from '#domain/people/permissions'
import { lastAllocationDate } from '#domain/study-packs/study-pack'
import { packEntry, packTest } from '#domain/study-packs/study-pack-filter'
import { PAUSED } from '#domain/trials/trial-status'
import { IconCalendarExclamation, IconPlayerPause } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { counted } from '../../../ui/format-number'
import { formatDay, todayIn } from '../../../ui/format-time'
import type { InventoryOf } from '../../../subjects/study-packs/queue/use-inventories'
import { shortTitle } from '../../../ui/short-title'
import type { HomeTrial } from '../use-home-trials'
import type { ForYouItem } from './for-you-item'

const SOON = { status: ['active'], expiry: 'allocatable_30_days' } as const

/** The packs that can be allocated today and for at most 30 days, in one item for each trial. */
export const expiringItems = ({ trial, packs }: InventoryOf, now: number): ForYouItem[] => {
  const today = todayIn(trial.selected_timezone, now)
  const isSoon = packTest({ q: '', ...SOON }, today)
  const soon = (packs ?? []).filter((pack) => isSoon(packEntry(pack)))
  const [first] = soon.flatMap((pack) => lastAllocationDate(pack) ?? []).toSorted()
  if (first === undefined) return []
  return [
    {
      key: `expiring ${trial.id}`,
      tone: 'amber',
      icon: IconCalendarExclamation,
      sentence: [`${counted(soon.length, 'pack')} can be allocated for at most 30 days`],
      detail: `${shortTitle(trial.title).name} · earliest last day: ${formatDay(first)}`,
      link: {
        label: 'Show packs',
        path: { ...paths.studyPacks(trial.id), search: { ...SOON, status: [...SOON.status] } },
      },
    },
  ]
}

/** A trial in which this person randomises and that is paused. */
export const pausedItems = ({ listed, permission }: HomeTrial): ForYouItem[] =>
  listed.trial_status_id === PAUSED && permission !== null && can(permission, 'randomise')
    ? [
        {
          key: `paused ${listed.id}`,
          tone: 'amber',
          icon: IconPlayerPause,
          sentence: [`${shortTitle(listed.title).name} is paused`],
          detail: 'No one can be randomised until the trial is started again.',
          link: { label: 'Open', path: paths.trial(listed.id) },
        },
      ]
    : []
