import type { StudyPackAction } from '#domain/study-packs/study-pack'
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

/** How an action on packs reads beside its label: on its button, before it is taken, and once it was. */
export type PackActionPresentation = {
  icon: TablerIcon
  /** The button, told what is acted on: "Remove pack A-10023", "Remove 12 packs". */
  button: (what: string) => string
  /** What it will mean. */
  means: string
  /** What is said when it was done: "12 packs were removed." */
  done: string
}

const BLOCKED = 'permanently blocked from reuse and from expiry editing in this trial. This cannot be undone.'

/** Every action's own words; which statuses permit it, and what it needs, is in the domain's table. */
export const PACK_ACTION_PRESENTATION: Record<StudyPackAction, PackActionPresentation> = {
  activate: {
    icon: IconCircleCheck,
    button: (what) => `Activate ${what}`,
    means: 'Active packs can be allocated.',
    done: 'activated',
  },
  deactivate: {
    icon: IconCircleDashed,
    button: (what) => `Deactivate ${what}`,
    means: 'Inactive packs are not allocated until they are activated again.',
    done: 'deactivated',
  },
  remove: {
    icon: IconBan,
    button: (what) => `Remove ${what}`,
    means: `A pack that is removed is ${BLOCKED}`,
    done: 'removed',
  },
  expire: {
    icon: IconCalendarOff,
    button: (what) => `Force expire ${what}`,
    means: 'The pack expires now, whatever its date says. A later expiry date can make it Inactive again.',
    done: 'set to Expired',
  },
  transfer: {
    icon: IconTruckDelivery,
    button: (what) => `Transfer ${what}`,
    means: 'The pack moves to the other site. Its status stays the same.',
    done: 'transferred',
  },
  update: {
    icon: IconCalendarEvent,
    button: (what) => `Save expiration of ${what}`,
    means: 'Leave a field empty to clear it. An Expired pack becomes Inactive if it can still be allocated.',
    done: 'given a new expiration',
  },
  dispense: {
    icon: IconPackageExport,
    button: (what) => `Dispense ${what}`,
    means: 'The pack is recorded as dispensed to its participant.',
    done: 'dispensed',
  },
  recall: {
    icon: IconRotate2,
    button: (what) => `Recall ${what}`,
    means: `A pack that is recalled is ${BLOCKED}`,
    done: 'recalled',
  },
}
