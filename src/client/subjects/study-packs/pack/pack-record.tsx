import { Definitions } from '../../../ui/definitions'
import { recordTerms } from '../../../ui/record-column'
import { packColumns } from '../pack-columns'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'

type PackRecordProps = { trial: Pick<PacksTrial, 'id' | 'sites'>; pack: PackFromServerOrStore }

/** Everything that is recorded about a pack, as far as the viewer may see it. */
export function PackRecord({ trial, pack }: PackRecordProps) {
  return <Definitions items={recordTerms(packColumns({ trial, showsGroups: pack.study_group !== undefined }), pack)} />
}
