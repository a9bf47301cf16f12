import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconBarcode, IconCamera } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { paths } from '../../../paths'
import { Announced } from '../../../ui/announced'
import { LinkButton } from '../../../ui/link-button'
import { useWedgeScanner } from '../scanning/use-wedge-scanner'
import { packAmong } from './pack-among'
import classes from './queue.module.css'
import type { InventoryOf } from './use-inventories'

const ScanMenu = lazy(() => import('./scan-menu').then(({ ScanMenu }) => ({ default: ScanMenu })))

/** Opens a pack's dispense page: by a scanner wherever the focus is, by typing, or by the camera. */
export function DispensePanel({ inventories }: { inventories: readonly InventoryOf[] }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  // On a touch screen the keyboard would cover the queue; at a desk there is none.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])
  const open = (typed: string) => {
    const packId = typed.trim()
    if (packId === '') return field.current?.focus()
    const found = packAmong(inventories, packId)
    setFault(found.ok ? null : found.reason)
    return found.ok && void navigate(paths.dispense(found.trialId, { pack: found.packId }))
  }
  useWedgeScanner((scanned) => {
    setText(scanned)
    open(scanned)
  })
  return (
    <section className={classes['panel']} aria-labelledby={headingId}>
      <Text id={headingId} component="h2" className={classes['panel-title'] ?? ''}>
        Dispense a pack
      </Text>
      <form
        noValidate
        className={classes['panel-form']}
        onSubmit={(event) => {
          event.preventDefault()
          open(text)
        }}
      >
        <TextInput
          ref={field}
          aria-label="Pack ID"
          placeholder="Scan or type a pack ID"
          size="xl"
          maxLength={255}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          leftSection={<IconBarcode size={28} aria-hidden="true" />}
          leftSectionWidth={56}
          className={classes['panel-field'] ?? ''}
          value={text}
          error={fault}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setFault(null)
          }}
        />
        <ScanWithCamera inventories={inventories} />
      </form>
      {/* After a scan the focus may be elsewhere. */}
      <Announced>{fault !== null && <VisuallyHidden>{fault}</VisuallyHidden>}</Announced>
    </section>
  )
}

/** Scanning needs one trial; with several, the person chooses it. */
function ScanWithCamera({ inventories }: { inventories: readonly InventoryOf[] }) {
  const icon = <IconCamera size={24} aria-hidden="true" />
  const [only] = inventories
  if (only !== undefined && inventories.length === 1)
    return (
      <LinkButton {...paths.dispense(only.trial.id)} size="xl" leftSection={icon}>
        {SCAN}
      </LinkButton>
    )
  return (
    <Suspense
      fallback={
        <Button size="xl" leftSection={icon}>
          {SCAN}
        </Button>
      }
    >
      <ScanMenu trials={inventories.map(({ trial }) => trial)}>
        <Button size="xl" leftSection={icon}>
          {SCAN}
        </Button>
      </ScanMenu>
    </Suspense>
  )
}

const SCAN = 'Scan with camera'
