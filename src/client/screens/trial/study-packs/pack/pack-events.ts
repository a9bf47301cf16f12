import { STUDY_PACK_EVENTS, type StudyPackEvent } from '#contract/study-packs'
import {
  IconChecks,
  IconCalendarOff,
  IconFileImport,
  IconPrinter,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { PACK_ACTION_PRESENTATION } from '../actions/pack-action-presentation'

/** What happened to a pack, as its history and refusals tell it. */
const EVENTS: Record<StudyPackEvent, { said: string; icon: TablerIcon }> = {
  import: { said: 'Imported', icon: IconFileImport },
  print_label: { said: 'Label printed', icon: IconPrinter },
  allocate: { said: 'Allocated', icon: IconUserCheck },
  check: { said: 'Confirmed by a second person', icon: IconChecks },
  expire_by_date: { said: 'Expired automatically', icon: IconCalendarOff },
  activate: { said: 'Activated', icon: PACK_ACTION_PRESENTATION.activate.icon },
  deactivate: { said: 'Deactivated', icon: PACK_ACTION_PRESENTATION.deactivate.icon },
  remove: { said: 'Removed', icon: PACK_ACTION_PRESENTATION.remove.icon },
  expire: { said: 'Forced to expire', icon: PACK_ACTION_PRESENTATION.expire.icon },
  transfer: { said: 'Transferred to another site', icon: PACK_ACTION_PRESENTATION.transfer.icon },
  update: { said: 'Expiration edited', icon: PACK_ACTION_PRESENTATION.update.icon },
  dispense: { said: 'Dispensed', icon: PACK_ACTION_PRESENTATION.dispense.icon },
  recall: { said: 'Recalled', icon: PACK_ACTION_PRESENTATION.recall.icon },
}

export const eventFace = (event: StudyPackEvent): { said: string; icon: TablerIcon } => EVENTS[event]

/** The words for an event as a refusal names it; its own name where this version does not know it. */
export const eventWords = (name: string): string => {
  const event = STUDY_PACK_EVENTS.find((candidate) => candidate === name)
  return event === undefined ? name : EVENTS[event].said
}
