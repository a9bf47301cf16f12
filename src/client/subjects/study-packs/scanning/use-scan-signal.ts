import { useEffect } from 'react'
import { deviceStorage } from '../../../browser/device-storage'
import { signalScan, type ScanSignal } from '../../../browser/scan-signal'

const storage = deviceStorage(() => localStorage)

/** Signals what became of a scan, and again when that changes; null while it is not known, and where nothing was scanned. */
export const useScanSignal = (signal: ScanSignal | null): void => {
  useEffect(() => {
    if (signal !== null) signalScan(signal, storage)
  }, [signal])
}
