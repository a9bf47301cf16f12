import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconBarcode, IconCamera, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import classes from './dispense.module.css'
import type { PacksTrial } from '../pack-from-server-or-store'
import type { IntendedRecipient } from './intended-recipient'

const CameraScanner = lazy(async () => {
  const { CameraScanner } = await import('../scanning/camera-scanner')
  return { default: CameraScanner }
})

type ScanStepProps = {
  trial: PacksTrial
  /** The participant from whose page the scan was started; null for none. */
  recipient: IntendedRecipient | null
  isCameraOn: boolean
  takesFocus: boolean
  onCamera: (isOn: boolean) => void
  onScan: (text: string) => void
}

/** Asks for the pack: by camera, by scanner, or typed. */
export function ScanStep({ trial, recipient, isCameraOn, takesFocus, onCamera, onScan }: ScanStepProps) {
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the step appears, whatever changes afterwards.
  }, [])
  return (
    <section className={classes['step']} aria-labelledby="scan-heading">
      {recipient !== null && <ScannedRecipient trial={trial} recipient={recipient} />}
      <Title order={2} id="scan-heading">
        Scan the pack
      </Title>
      {isCameraOn ? (
        <Suspense fallback={<Text>Starting the camera.</Text>}>
          <CameraScanner onScan={onScan} onClose={() => onCamera(false)} />
        </Suspense>
      ) : (
        <Group gap="md">
          <Button size="xl" leftSection={<IconCamera size={28} aria-hidden="true" />} onClick={() => onCamera(true)}>
            Use the camera
          </Button>
          <Group gap="xs" wrap="nowrap" c="dimmed">
            <IconBarcode size={24} aria-hidden="true" />
            <Text span>Or use a barcode scanner</Text>
          </Group>
        </Group>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsSubmitted(true)
          if (text.trim() === '') field.current?.focus()
          else onScan(text.trim())
        }}
      >
        <Stack gap="sm">
          <TextInput
            ref={field}
            label="Or type the pack ID"
            size="xl"
            maxLength={255}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            classNames={{ input: 'identifier' }}
            value={text}
            error={isSubmitted && text.trim() === '' ? 'Type the ID on the pack’s label' : null}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group>
            <Button
              type="submit"
              size="lg"
              variant={isCameraOn ? 'filled' : 'default'}
              leftSection={<IconSearch size={20} aria-hidden="true" />}
            >
              Find the pack
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}

function ScannedRecipient({ trial, recipient }: { trial: PacksTrial; recipient: IntendedRecipient }) {
  const { trial_sequence_no, participant_id, site, pack_ids } = recipient
  return (
    <div className={classes['recipient']}>
      <Text>
        For participant <span className="identifier">{trial_sequence_no}</span>
        {participant_id !== null && (
          <>
            {' '}
            · {trial.participant_id_label ?? 'ID'} <span className="identifier">{participant_id}</span>
          </>
        )}{' '}
        · {site.title}
      </Text>
      {pack_ids.length === 0 ? (
        <Text fw={600}>There is no pack to dispense to this participant.</Text>
      ) : (
        <Text component="div">
          Pack to collect <span className="identifier identifier-large">{pack_ids.join(', ')}</span>
        </Text>
      )}
    </div>
  )
}
