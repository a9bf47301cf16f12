import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { closeCamera, openCamera, type CameraRefusal } from './camera'
import { canLoadDecoder, loadDecoder, type Decoder } from './load-decoder'

/** The pause between two pictures, in milliseconds. */
const REST_MS = 100

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
      const refusal = await look(video, left.signal, {
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

type ScanListeners = {
  isIgnored: (text: string) => boolean
  onState: (state: 'looking' | 'several') => void
  onScan: (text: string) => void
}

/** Looks for a code until one is read or the signal is aborted; returns why it could not look, or null. */
const look = async (
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  listeners: ScanListeners,
): Promise<CameraRefusal | null> => {
  if (!canLoadDecoder()) return 'unsupported'
  const [opened, decoder] = await Promise.all([openCamera(), decoderOrNull()])
  if (!opened.ok) return opened.refusal
  const stream = opened.value
  if (signal.aborted || decoder === null || video.current === null) {
    closeCamera(stream)
    return signal.aborted ? null : 'unreadable'
  }
  // At once, not after the present picture.
  signal.addEventListener('abort', () => closeCamera(stream))
  video.current.srcObject = stream
  await played(video.current)
  const text = await firstCode(video.current, decoder, signal, listeners)
  closeCamera(stream)
  if (text !== null && !signal.aborted) listeners.onScan(text)
  return null
}

const firstCode = async (
  video: HTMLVideoElement,
  decoder: Decoder,
  signal: AbortSignal,
  { isIgnored, onState }: ScanListeners,
): Promise<string | null> => {
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- each picture is looked at after the one before.
    const read = video.readyState >= video.HAVE_CURRENT_DATA ? await decoder(video) : []
    const codes = read.filter((text) => !isIgnored(text))
    const [code] = codes
    if (code !== undefined && codes.length === 1) return code
    if (!signal.aborted) onState(codes.length > 1 ? 'several' : 'looking')
    // oxlint-disable-next-line no-await-in-loop -- the device rests in between.
    await new Promise((rested) => setTimeout(rested, REST_MS))
  }
  return null
}

/** The reader, or null where it could not be loaded: offline before the app was stored, or blocked on the way. */
const decoderOrNull = async (): Promise<Decoder | null> => {
  try {
    return await loadDecoder()
  } catch {
    return null
  }
}

/** Plays until the stream is removed, which the browser reports as an exception of its own. */
const played = async (video: HTMLVideoElement): Promise<void> => {
  try {
    await video.play()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
