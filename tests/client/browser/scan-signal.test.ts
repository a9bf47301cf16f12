import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deviceStorage } from '../../../src/client/browser/device-storage'
import { memoryStorage } from '../memory-storage'

/* A right scan and a wrong one sound and vibrate differently, unless this is switched off or the browser forbids it. */

let played: number[] = []
const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true)

class Node {
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  connect = (next: unknown) => next
  start = () => {}
  stop = () => {}
}
class Oscillator extends Node {
  constructor(_audio: unknown, { frequency }: { frequency: number }) {
    super()
    played.push(frequency)
  }
}

const inBrowser = async (hasBeenActive: boolean, resume = async () => {}) => {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive } })
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      resume = resume
    },
  )
  vi.stubGlobal('OscillatorNode', Oscillator)
  vi.stubGlobal('GainNode', Node)
  vi.resetModules()
  return import('../../../src/client/browser/scan-signal')
}

const aDevice = () => {
  const local = memoryStorage({})
  return deviceStorage(() => local)
}

beforeEach(() => {
  played = []
  vibrate.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

describe('a scan', () => {
  test('rises and shakes once where it is right, and is low and shakes twice where it is wrong', async () => {
    const { signalScan } = await inBrowser(true)
    const device = aDevice()
    signalScan('right', device)
    await vi.waitFor(() => expect(played).toEqual([880, 1320]))
    signalScan('wrong', device)
    await vi.waitFor(() => expect(played).toEqual([880, 1320, 196, 196]))
    expect(vibrate.mock.calls).toEqual([[[80]], [[250, 100, 250]]])
  })

  test('is silent where it is switched off on this device, until it is switched on again', async () => {
    const { areScanSignalsOn, setScanSignals, signalScan } = await inBrowser(true)
    const device = aDevice()
    setScanSignals(device, false)
    signalScan('wrong', device)
    expect([areScanSignalsOn(device), vibrate.mock.calls]).toEqual([false, []])
    setScanSignals(device, true)
    signalScan('wrong', device)
    expect(vibrate).toHaveBeenCalledOnce()
  })

  test('is silent before anybody has touched the page', async () => {
    const { signalScan } = await inBrowser(false)
    signalScan('right', aDevice())
    expect([played, vibrate.mock.calls]).toEqual([[], []])
  })

  test('stays silent where the browser gives no sound', async () => {
    const { signalScan } = await inBrowser(true, () => Promise.reject(new DOMException('', 'NotAllowedError')))
    signalScan('right', aDevice())
    await vi.waitFor(() => expect(vibrate).toHaveBeenCalledOnce())
    expect(played).toEqual([])
  })
})
