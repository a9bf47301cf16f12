import { Switch } from '@mantine/core'
import { useState } from 'react'
import { deviceStorage } from '../../../browser/device-storage'
import { areScanSignalsOn, setScanSignals, signalScan } from '../../../browser/scan-signal'

const storage = deviceStorage(() => localStorage)

/** Switches the tones and the vibration of scans on this device off or on, with one as a sample. */
export function ScanSignalSwitch() {
  const [isOn, setIsOn] = useState(() => areScanSignalsOn(storage))
  return (
    <Switch
      label="Scan sound"
      title="Sound and vibration tell a right scan from a wrong one on this device"
      checked={isOn}
      onChange={(event) => {
        const { checked } = event.currentTarget
        setScanSignals(storage, checked)
        setIsOn(checked)
        signalScan('right', storage)
      }}
    />
  )
}
