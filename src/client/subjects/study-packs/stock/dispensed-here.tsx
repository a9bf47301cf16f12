import { IconAlertTriangle, IconCheck, IconClockUp } from '@tabler/icons-react'
import type { Column } from '../../../ui/record-column'
import { Instant } from '../../../ui/instant'
import { RecordList } from '../../../ui/record-list'
import { StatusBadge } from '../../../ui/status-badge'
import { PackLink } from '../../../record-links/pack-link'
import type { DispensedRow } from './dispensed-rows'

/** The packs that were dispensed on this device, each with its state at the server. */
export function DispensedHere({ rows }: { rows: readonly DispensedRow[] }) {
  return <RecordList label="Last dispensed" rows={rows} keyOf={({ key }) => key} columns={COLUMNS} />
}

const COLUMNS: readonly Column<DispensedRow>[] = [
  {
    key: 'pack',
    header: 'Pack ID',
    cell: ({ trial, pack }) => <PackLink trialId={trial.id} pack={pack} />,
    inCard: 'title',
  },
  { key: 'trial', header: 'Trial', cell: ({ trial }) => trial.name, inCard: 'foot' },
  {
    key: 'participant',
    header: 'Participant',
    cell: ({ participant }) => participant !== null && <span className="identifier">{participant}</span>,
    inCard: { place: 'line', isNamed: true },
  },
  {
    key: 'when',
    header: 'Dispensed',
    cell: ({ performed_at, trial }) => <Instant at={performed_at} zone={trial.zone} />,
    inCard: 'foot',
    isUnbroken: true,
  },
  { key: 'state', header: 'Record', cell: ({ state }) => <State state={state} />, inCard: 'corner', isUnbroken: true },
]

function State({ state }: Pick<DispensedRow, 'state'>) {
  switch (state) {
    case 'saved':
      return (
        <StatusBadge tone="green" icon={IconCheck}>
          Saved
        </StatusBadge>
      )
    case 'waiting':
      return (
        <StatusBadge tone="amber" icon={IconClockUp}>
          Waiting to send
        </StatusBadge>
      )
    case 'refused':
      return (
        <StatusBadge tone="red" icon={IconAlertTriangle}>
          Refused
        </StatusBadge>
      )
  }
}
