import type { Alarm } from '#contract/service-status'
import { Alert, Group, List, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { ServerButton } from '../../device/offline/server-button'
import { paths } from '../../paths'
import { Instant } from '../../ui/instant'
import { TextLink } from '../../ui/link-button'
import { AcknowledgeDialog } from './acknowledge-dialog'
import { ALARM_STEPS, ALARM_WORDS, alarmTitle, NO_TRIAL } from './alarm-words'

type AlarmListProps = { alarms: readonly Alarm[]; zone: string | null }

/** The open alarms, each with its steps. */
export function AlarmList({ alarms, zone }: AlarmListProps) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        Open alarms
      </Title>
      {alarms.length === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={24} color="var(--eq-green)" aria-hidden="true" style={{ flex: 'none' }} />
          <Text>No alarm is open.</Text>
        </Group>
      ) : (
        <Stack gap="md">
          {alarms.map((alarm) => (
            <OpenAlarm key={alarm.id} alarm={alarm} zone={zone} />
          ))}
        </Stack>
      )}
    </section>
  )
}

function OpenAlarm({ alarm, zone }: { alarm: Alarm; zone: string | null }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    // A note, since an alert is read out at once, and this one stands for days.
    <Alert role="note" color="red" icon={<IconAlertTriangle aria-hidden="true" />} title={alarmTitle(alarm)}>
      <Stack gap="sm" align="flex-start">
        <Text>{ALARM_WORDS[alarm.kind]}</Text>
        <Text>
          {alarm.trial === null ? (
            NO_TRIAL[alarm.kind]
          ) : (
            <>
              Trial {alarm.trial.id}: <TextLink {...paths.trial(alarm.trial.id)}>{alarm.trial.title}</TextLink>
            </>
          )}
          <br />
          First seen <Instant at={alarm.first_seen_at} zone={zone} />. Last seen{' '}
          <Instant at={alarm.last_seen_at} zone={zone} />.
        </Text>
        <div>
          <Text fw={600}>What to do</Text>
          <List type="ordered">
            {ALARM_STEPS[alarm.kind].map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
        </div>
        <ServerButton
          action="viewStatus"
          variant="default"
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={open}
        >
          Acknowledge alarm {alarm.id}
        </ServerButton>
      </Stack>
      <AcknowledgeDialog alarm={alarm} isOpen={isOpen} onClose={close} />
    </Alert>
  )
}
