import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import {
  IconBan,
  IconCalendarEvent,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleDashed,
  IconPackageExport,
  IconRotate2,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react'
import { CANNOT_BE_UNDONE } from '../../../safety-words'

/** The words of an action on packs beside its label: on its button and before it is taken. */
export type PackActionPresentation = {
  icon: TablerIcon
  /** The verb of its button before the packs, where that is not its label. */
  verb?: string
  /** Its consequence. */
  means: string
}

const BLOCKED = `permanently blocked from reuse and from expiry editing in this trial. ${CANNOT_BE_UNDONE}`

/** Every action's own words; the domain's table has its statuses and needs. */
export const PACK_ACTION_PRESENTATION: Record<StudyPackAction, PackActionPresentation> = {
  activate: {
    icon: IconCircleCheck,
    means: 'Active packs can be allocated.',
  },
  deactivate: {
    icon: IconCircleDashed,
    means: 'Inactive packs are not allocated until they are activated again.',
  },
  remove: {
    icon: IconBan,
    means: `A pack that is removed is ${BLOCKED}`,
  },
  expire: {
    icon: IconCalendarOff,
    means: 'The pack expires now, whatever its date says. A later expiry date can make it Inactive again.',
  },
  transfer: {
    icon: IconTruckDelivery,
    verb: 'Transfer',
    means: 'The pack moves to the other site. Its status stays the same.',
  },
  update: {
    icon: IconCalendarEvent,
    verb: 'Save expiration of',
    means: 'To clear a value, empty its field. An Expired pack becomes Inactive if it can still be allocated.',
  },
  dispense: {
    icon: IconPackageExport,
    means: 'The pack is recorded as dispensed to its participant.',
  },
  recall: {
    icon: IconRotate2,
    means: `A pack that is recalled is ${BLOCKED}`,
  },
}

/** The button of an action with its packs: "Remove pack A-10023", "Remove 12 packs". */
export const packActionButton = (action: StudyPackAction, packs: string): string =>
  `${PACK_ACTION_PRESENTATION[action].verb ?? STUDY_PACK_ACTIONS[action].label} ${packs}`
