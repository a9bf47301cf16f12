import type { StoredTrials } from '#contract/stored-answers'
import { storedColumns } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import { TRIAL_COLUMNS } from './trial-columns'

/** The trials that this device stores, with their stored fields. */
export function StoredTrialList({ data }: StoredTrials) {
  return <RecordList label="Trials" rows={data} keyOf={({ id }) => id} columns={storedColumns(TRIAL_COLUMNS)} />
}
