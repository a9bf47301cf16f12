import type { RefObject } from 'react'
import { pause } from '../../../browser/pause'
import { closeCamera, type CameraRefusal, type openCamera } from './camera'
import type { canLoadDecoder, Decoder, loadDecoder } from './load-decoder'

/** The pause between two pictures, in milliseconds. */
const REST_MS = 100

type ScanDependencies = {
  openCamera: typeof openCamera
  canLoadDecoder: typeof canLoadDecoder
  loadDecoder: typeof loadDecoder
  onError: (error: unknown) => void
  isIgnored: (text: string) => boolean
  onState: (state: 'looking' | 'several') => void
  onScan: (text: string) => void
}

/**
 * Reads the pictures of the camera until one code is found or the signal is aborted. Returns why it could not read, or
 * null. The camera is released at the end, however that comes.
 */
export const scanUntilFound = async (
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  dependencies: ScanDependencies,
): Promise<CameraRefusal | null> => {
  if (!dependencies.canLoadDecoder()) return 'unsupported'
  const [opened, decoder] = await Promise.all([openUntilLeft(signal, dependencies), decoderOrNull(dependencies)])
  if (!opened.ok) return opened.refusal
  try {
    if (signal.aborted) return null
    if (decoder === null || video.current === null) return 'unreadable'
    video.current.srcObject = opened.value
    await played(video.current)
    const text = await firstCode(video.current, decoder, signal, dependencies)
    if (!signal.aborted) dependencies.onScan(text)
    return null
  } catch (error) {
    if (signal.aborted) return null
    dependencies.onError(error)
    return 'broken'
  } finally {
    closeCamera(opened.value)
  }
}

/** Released at once when the signal is aborted: not after the present picture, nor once the reader is loaded. */
const openUntilLeft = async (signal: AbortSignal, { openCamera: open }: ScanDependencies) => {
  const opened = await open()
  if (!opened.ok) return opened
  const close = () => closeCamera(opened.value)
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
  return opened
}

/** Rejects where a picture cannot be read, and when the signal is aborted. */
const firstCode = async (
  video: HTMLVideoElement,
  decoder: Decoder,
  signal: AbortSignal,
  { isIgnored, onState }: ScanDependencies,
): Promise<string> => {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each picture is looked at after the one before.
    const read = video.readyState >= video.HAVE_CURRENT_DATA ? await decoder(video) : []
    const codes = read.filter((text) => !isIgnored(text))
    const [code] = codes
    if (code !== undefined && codes.length === 1) return code
    if (!signal.aborted) onState(codes.length > 1 ? 'several' : 'looking')
    // oxlint-disable-next-line no-await-in-loop -- the device rests in between.
    await pause(REST_MS, signal)
  }
}

/** The reader, or null where it could not be loaded: offline before the app was stored, or blocked on the way. */
const decoderOrNull = async ({ loadDecoder: load }: ScanDependencies): Promise<Decoder | null> => {
  try {
    return await load()
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
