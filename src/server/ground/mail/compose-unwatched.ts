import { momentIn } from '../time/calendar'
import type { Letter } from './letter'
import type { MissingUnwatchedFacts } from '../db/message-facts'

/** The email to a system administrator who may know only the number of a trial. */
export const composeUnwatched = ({ trial, at }: MissingUnwatchedFacts, publicUrl: string): Letter => ({
  subject: `Trial ${trial.id}: study packs missing after a change`,
  heading: 'Study packs are missing after a change',
  paragraphs: [
    'A randomisation was refused because study packs are missing. A blinded person had changed packs less than a day before.',
    'Someone who chooses the active packs can learn study groups from such refusals. The trial has no one unblinded to email.',
    'Please ask those who run the trial why the packs were changed.',
  ],
  particulars: [
    ['Trial', String(trial.id)],
    ['Time', momentIn(trial.selected_timezone, at)],
  ],
  because: 'You receive this because you administer the service.',
  link: { text: 'Open the portal', url: `${publicUrl}/` },
})
