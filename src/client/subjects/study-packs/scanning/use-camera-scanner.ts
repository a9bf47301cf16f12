import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { openCamera, type CameraRefusal } from './camera'
import { canLoadDecoder, loadDecoder } from './load-decoder'
import { scanUntilFound } from './scan-until-found'

/** `several`: more than one code is in the picture, so the right one is unknown. */
export type Scanning = { state: 'starting' | 'looking' | 'several' } | { state: 'refused'; refusal: CameraRefusal }

/**
 * Reads codes from the camera while the component is mounted, and calls `onScan` with a code once. The camera is
 * released when the component unmounts, and while the page is hidden.
 */
export const useCameraScanner = (
  video: RefObject<HTMLVideoElement | null>,
  onScan: (text: string) => void,
  isIgnored: (text: string) => boolean,
): Scanning => {
  const [scanning, setScanning] = useState<Scanning>({ state: 'starting' })
  const scanned = useEffectEvent(onScan)
  const isIgnoredNow = useEffectEvent(isIgnored)
  useEffect(() => {
    const left = new AbortController()
    const run = async () => {
      const refusal = await scanUntilFound(video, left.signal, {
        openCamera,
        canLoadDecoder,
        loadDecoder,
        onError: (error) => reportError(error),
        isIgnored: (text) => isIgnoredNow(text),
        onState: (state) => setScanning({ state }),
        onScan: (text) => scanned(text),
      })
      if (refusal !== null && !left.signal.aborted) setScanning({ state: 'refused', refusal })
    }
    void run()
    return () => left.abort()
  }, [video])
  return scanning
}
