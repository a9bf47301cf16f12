import { useEffect, useRef } from 'react'
import { deviceStorage } from '../../../browser/device-storage'
import { signalScan, type ScanSignal } from '../../../browser/scan-signal'

const storage = deviceStorage(() => localStorage)

/**
 * Signals the result of a scan, and again only when the result changes; null while it is unknown, and where nothing was
 * scanned. Three wrong digits of the right pack do not sound like a right scan.
 */
export const useScanSignal = (signal: ScanSignal | null): void => {
  const last = useRef<ScanSignal | null>(null)
  useEffect(() => {
    if (signal === null || signal === last.current) return
    last.current = signal
    signalScan(signal, storage)
  }, [signal])
}
