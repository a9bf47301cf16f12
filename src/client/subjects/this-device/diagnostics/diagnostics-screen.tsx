import { Button, CopyButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { connection } from '../../../device/offline/connection'
import { appVersion } from '../../../app-version'
import { diagnosisOf, diagnosisText } from '../../../device/diagnostics/diagnosis'
import { deviceTraffic } from '../../../api/device-traffic'
import { readDevice, type DeviceFacts } from '../../../device/diagnostics/read-device'
import { lastStoreError } from '../../../device/offline/device-snapshots'
import { StorageHint } from '../../../device/offline/storage-hint'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import { useSession } from '../../../session/this-session'
import { useStore } from '../../../browser/store'
import { PageTitle } from '../../../ui/page-title'
import classes from './diagnostics-screen.module.css'

/** How often the device is examined again, in milliseconds. */
const READ_EVERY_MS = 5000

/**
 * `/diagnostics`: the state of this device, in short lines to read out on the phone. It opens signed out and without
 * the server too.
 */
export function DiagnosticsScreen() {
  const { device, now, steady } = useDevice()
  return (
    <>
      <PageTitle title="About this device" />
      {device === null ? (
        <Skeleton height="24rem" aria-hidden="true" />
      ) : (
        <Findings device={device} now={now} steady={steady} />
      )}
    </>
  )
}

type Read<Device = DeviceFacts> = { device: Device; now: number; steady: number }

function Findings({ device, now, steady }: Read) {
  const facts = {
    app_version: appVersion,
    device,
    connection: useStore(connection),
    traffic: useStore(deviceTraffic),
    outbox: useStore(deviceOutbox.view),
    session: useSession().session,
    storeError: useStore(lastStoreError),
    now,
    steady,
  }
  const diagnosis = diagnosisOf(facts)
  return (
    <>
      <Group justify="space-between" gap="md" mb="lg">
        <Text maw="36rem">
          Copy this for the service desk. It contains no names, no IDs and nothing that anyone typed.
        </Text>
        <CopyButton value={diagnosisText(diagnosis, now)}>
          {({ copied, copy }) => (
            <Button
              leftSection={
                copied ? <IconCheck size={20} aria-hidden="true" /> : <IconCopy size={20} aria-hidden="true" />
              }
              onClick={copy}
            >
              <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <StorageHint />
      <Stack gap="xl">
        {diagnosis.map(({ title, lines }) => (
          <section key={title}>
            <Title order={2} size="h3" mb="xs">
              {title}
            </Title>
            <dl className={classes['lines']}>
              {lines.map(([about, text], place) => (
                // Two lines may be of the same second.
                <div key={`${about} ${place}`}>
                  <dt>{about}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </>
  )
}

/** The browser's answers about itself, asked again while the page is visible. */
const useDevice = (): Read<DeviceFacts | null> => {
  const [read, setRead] = useState<Read<DeviceFacts | null>>({ device: null, now: 0, steady: 0 })
  const ask = () =>
    void readDevice(window).then((device) => setRead({ device, now: Date.now(), steady: performance.now() }))
  useEffect(ask, [])
  useInterval(ask, READ_EVERY_MS, { autoInvoke: true })
  return read
}
