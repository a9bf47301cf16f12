import { STUDY_PACK_EVENTS, type StudyPackEvent } from '#contract/study-packs'
import {
  IconChecks,
  IconCalendarOff,
  IconFileImport,
  IconPrinter,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { ACTION_FACES } from '../actions/pack-action-faces'

/** What happened to a pack, as its history and refusals tell it. */
const EVENTS: Record<StudyPackEvent, { said: string; icon: TablerIcon }> = {
  import: { said: 'Imported', icon: IconFileImport },
  print_label: { said: 'Label printed', icon: IconPrinter },
  allocate: { said: 'Allocated', icon: IconUserCheck },
  check: { said: 'Confirmed by a second person', icon: IconChecks },
  expire_by_date: { said: 'Expired automatically', icon: IconCalendarOff },
  activate: { said: 'Activated', icon: ACTION_FACES.activate.icon },
  deactivate: { said: 'Deactivated', icon: ACTION_FACES.deactivate.icon },
  remove: { said: 'Removed', icon: ACTION_FACES.remove.icon },
  expire: { said: 'Forced to expire', icon: ACTION_FACES.expire.icon },
  transfer: { said: 'Transferred to another site', icon: ACTION_FACES.transfer.icon },
  update: { said: 'Expiration edited', icon: ACTION_FACES.update.icon },
  dispense: { said: 'Dispensed', icon: ACTION_FACES.dispense.icon },
  recall: { said: 'Recalled', icon: ACTION_FACES.recall.icon },
}

export const eventFace = (event: StudyPackEvent): { said: string; icon: TablerIcon } => EVENTS[event]

/** The words for an event as a refusal names it; its own name where this version does not know it. */
export const eventWords = (name: string): string => {
  const event = STUDY_PACK_EVENTS.find((known) => known === name)
  return event === undefined ? name : EVENTS[event].said
}
