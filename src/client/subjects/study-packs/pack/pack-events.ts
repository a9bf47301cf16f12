import { STUDY_PACK_EVENTS, type StudyPackEvent } from '#contract/study-packs'
import { isStudyPackAction, STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import {
  IconChecks,
  IconCalendarOff,
  IconFileImport,
  IconPrinter,
  IconUserCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { PACK_ACTION_PRESENTATION } from '../actions/pack-action-presentation'

type EventPresentation = { title: string; icon: TablerIcon }

/** The events of a pack besides people's actions. */
const OTHER_EVENTS: Record<Exclude<StudyPackEvent, StudyPackAction>, EventPresentation> = {
  import: { title: 'Imported', icon: IconFileImport },
  print_label: { title: 'Label printed', icon: IconPrinter },
  allocate: { title: 'Allocated', icon: IconUserCheck },
  check: { title: 'Confirmed by a second person', icon: IconChecks },
  expire_by_date: { title: 'Expired automatically', icon: IconCalendarOff },
}

/** The words and icon of an event of a pack, for its history and for refusals. */
export const eventPresentation = (event: StudyPackEvent): EventPresentation =>
  isStudyPackAction(event)
    ? { title: STUDY_PACK_ACTIONS[event].event, icon: PACK_ACTION_PRESENTATION[event].icon }
    : OTHER_EVENTS[event]

/** The words for an event as a refusal names it; its own name where this version does not know it. */
export const eventWords = (name: string): string => {
  const event = STUDY_PACK_EVENTS.find((candidate) => candidate === name)
  return event === undefined ? name : eventPresentation(event).title
}
