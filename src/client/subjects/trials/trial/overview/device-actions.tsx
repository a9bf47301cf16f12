import { MOST_LISTED, type DeviceAction } from '#contract/device-actions'
import { can } from '#domain/people/permissions'
import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deviceActionsQuery } from '../../../../api/screen-queries'
import { QueryView } from '../../../../device/offline/query-view'
import { useIsAway } from '../../../../device/offline/use-connection'
import { Instant } from '../../../../ui/instant'
import { ScrollFrame } from '../../../../ui/scroll-frame'
import { useTrialPage } from '../trial-page'
import { UserLink } from '../../../../record-links/user-link'
import { DeviceActionSubject } from './device-action-subject'

const TITLE = 'Actions that did not reach the server'

/** The actions reported by devices as refused, lost or discarded, and not corrected; empty without any. */
export function DeviceActions() {
  const { trial, permission } = useTrialPage()
  const query = useQuery({ ...deviceActionsQuery(trial.id), enabled: can(permission, 'hearOfIncidents') })
  const isAway = useIsAway()
  const isFailed = query.isError && query.data === undefined
  // Without the connection the figures of the page say so.
  if ((isFailed && isAway) || query.data?.data.length === 0) return null
  if (query.data === undefined && !isFailed) return null
  return (
    <section aria-label={TITLE} className="no-print">
      <Title order={3} mb="xs">
        {TITLE}
      </Title>
      <QueryView query={query} loading={null}>
        {({ data }) => <ReportedActions actions={data} />}
      </QueryView>
    </section>
  )
}

function ReportedActions({ actions }: { actions: readonly DeviceAction[] }) {
  const { trial } = useTrialPage()
  return (
    <>
      <Text c="dimmed" mb="sm" maw="48rem">
        People recorded these on a device. The server has no record of them. An action leaves this list once it is
        recorded in the portal.{actions.length === MOST_LISTED && ` Only the newest ${MOST_LISTED} are listed.`}
      </Text>
      <ScrollFrame label={TITLE}>
        <Table aria-label={TITLE} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Action</Table.Th>
              <Table.Th scope="col">Person</Table.Th>
              <Table.Th scope="col">Device</Table.Th>
              <Table.Th scope="col">Done</Table.Th>
              <Table.Th scope="col">State</Table.Th>
              <Table.Th scope="col">What to do</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {actions.map((action) => (
              <Row key={action.id} action={action} zone={trial.selected_timezone} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
    </>
  )
}

function Row({ action, zone }: { action: DeviceAction; zone: string }) {
  const { user, device_id, performed_at, state, refusal } = action
  return (
    <Table.Tr>
      <Table.Td>
        <DeviceActionSubject action={action} />
      </Table.Td>
      <Table.Td>
        <UserLink user={user} />
      </Table.Td>
      {/* The first part distinguishes the devices of a trial; that device shows the whole. */}
      <Table.Td>
        <span className="identifier" title={device_id}>
          {device_id.slice(0, 8)}
        </span>
      </Table.Td>
      <Table.Td>{performed_at === null ? 'Unknown' : <Instant at={performed_at} zone={zone} />}</Table.Td>
      <Table.Td>
        {STATE_WORDS[state]}
        {refusal !== null && `: ${refusal.message}`}
      </Table.Td>
      <Table.Td>{adviceFor(action)}</Table.Td>
    </Table.Tr>
  )
}

const STATE_WORDS: Record<DeviceAction['state'], string> = {
  unsent: 'Not sent yet',
  refused: 'Refused by the server',
  lost: 'Missing on the device',
  discarded: 'Discarded by the person',
  corrected: 'Corrected',
}

/** The next step of the trial's manager. */
const adviceFor = ({ participant, state, user }: Pick<DeviceAction, 'participant' | 'state' | 'user'>): string => {
  if (state === 'unsent') return `Ask ${user.name} to sign in on the device and send it.`
  if (state === 'refused') return `Ask ${user.name} to correct or discard it on the device.`
  return participant === null
    ? `Ask ${user.name} whether the packs were dispensed. Record it if they were.`
    : `Ask ${user.name} whether the flag is still needed. Flag the participant if it is.`
}
