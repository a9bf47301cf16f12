// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accepted, type Outcome } from '../../../../../src/domain/outcome'
import type { CameraRefusal } from '../../../../../src/client/subjects/study-packs/scanning/camera'
import type { Decoder } from '../../../../../src/client/subjects/study-packs/scanning/load-decoder'
import { scanUntilFound } from '../../../../../src/client/subjects/study-packs/scanning/scan-until-found'

/** Scans with a camera that always has a picture. */
const scanWith = (decoder: Decoder, loadDecoder = async () => decoder) => {
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const onScan = vi.fn<(text: string) => void>()
  const onError = vi.fn<(error: unknown) => void>()
  // Its tracks are read only in order to stop them.
  const stopTracks = vi.fn<() => MediaStreamTrack[]>(() => [])
  const stream = Object.assign(new MediaStream(), { getTracks: stopTracks })
  const video = document.createElement('video')
  Object.defineProperty(video, 'HAVE_CURRENT_DATA', { value: video.readyState })
  const openCamera = vi.fn<() => Promise<Outcome<MediaStream, CameraRefusal>>>(async () => accepted(stream))
  const refusal = scanUntilFound({ current: video }, left.signal, {
    openCamera,
    canLoadDecoder: () => true,
    loadDecoder,
    isIgnored: () => false,
    onState: () => {},
    onScan,
    onError,
  })
  return { refusal, openCamera, stopTracks, onScan, onError, leave: () => left.abort() }
}

test('one code is passed on, and the camera is released', async () => {
  const scan = scanWith(async () => ['A-1'])
  expect(await scan.refusal).toBeNull()
  expect(scan.onScan.mock.calls).toEqual([['A-1']])
  expect(scan.stopTracks).toHaveBeenCalled()
})

test('a picture that cannot be read releases the camera, is reported, and is a refusal', async () => {
  const failure = new Error('out of memory')
  const scan = scanWith(() => Promise.reject(failure))
  expect(await scan.refusal).toBe('broken')
  expect(scan.stopTracks).toHaveBeenCalled()
  expect(scan.onError.mock.calls).toEqual([[failure]])
  expect(scan.onScan).not.toHaveBeenCalled()
})

test('leaving releases the camera at once and passes no code on', async () => {
  let read: (codes: readonly string[]) => void = () => {}
  const decoder = vi.fn<Decoder>(() => new Promise((resolve) => (read = resolve)))
  const scan = scanWith(decoder)
  await vi.waitFor(() => expect(decoder).toHaveBeenCalled())
  scan.leave()
  expect(scan.stopTracks).toHaveBeenCalled()
  read(['A-1'])
  expect(await scan.refusal).toBeNull()
  expect(scan.onScan).not.toHaveBeenCalled()
  expect(scan.onError).not.toHaveBeenCalled()
})

describe('leaving while the reader is still loading', () => {
  const neverLoaded = () => new Promise<Decoder>(() => {})

  test('releases the camera at once, though the load never ends', async () => {
    const scan = scanWith(async () => [], neverLoaded)
    await scan.openCamera.mock.results[0]?.value
    await Promise.resolve()
    scan.leave()
    expect(scan.stopTracks).toHaveBeenCalledOnce()
  })

  test('releases a camera that opens only then', async () => {
    const scan = scanWith(async () => [], neverLoaded)
    scan.leave()
    expect(scan.stopTracks).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(scan.stopTracks).toHaveBeenCalledOnce())
  })
})
