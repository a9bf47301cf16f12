import { STORED, type DeviceStorage } from './device-storage'

/** Whether the scanned pack may be dispensed. */
export type ScanSignal = 'right' | 'wrong'

type Tone = { hertz: number; after_s: number; for_s: number }

/** High and rising, or low and repeated: they differ in pitch and in rhythm. */
const TONES: Record<ScanSignal, readonly Tone[]> = {
  right: [
    { hertz: 880, after_s: 0, for_s: 0.09 },
    { hertz: 1320, after_s: 0.1, for_s: 0.12 },
  ],
  wrong: [
    { hertz: 196, after_s: 0, for_s: 0.25 },
    { hertz: 196, after_s: 0.35, for_s: 0.35 },
  ],
}

/** Milliseconds of shaking and rest in turn. */
const VIBRATIONS: Record<ScanSignal, number[]> = { right: [80], wrong: [250, 100, 250] }

export const areScanSignalsOn = (storage: DeviceStorage): boolean => storage.read(STORED.scanSignals) !== 'off'

export const setScanSignals = (storage: DeviceStorage, isOn: boolean): void =>
  isOn ? storage.remove(STORED.scanSignals) : storage.write(STORED.scanSignals, 'off')

/**
 * Tells a right scan from a wrong one by sound and vibration, beside the words on the screen. Silent where it is
 * switched off on this device, and until a person has touched the page: browsers forbid both before.
 */
export const signalScan = (signal: ScanSignal, storage: DeviceStorage): void => {
  if (!areScanSignalsOn(storage) || !hasBeenTouched()) return
  if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[signal])
  if ('AudioContext' in globalThis) void play(TONES[signal])
}

/** Older browsers do not tell: there the attempt is harmless. */
const hasBeenTouched = (): boolean => !('userActivation' in navigator) || navigator.userActivation.hasBeenActive

/** One for all scans, since a page may have only a few. */
let audio: AudioContext | null = null

const play = async (tones: readonly Tone[]): Promise<void> => {
  audio ??= new AudioContext()
  try {
    await audio.resume()
  } catch {
    // Without sound, the words on the screen remain.
    return
  }
  for (const { hertz, after_s, for_s } of tones) {
    const begins = audio.currentTime + after_s
    const oscillator = new OscillatorNode(audio, { frequency: hertz, type: 'triangle' })
    const volume = new GainNode(audio, { gain: 0 })
    // Swelling and fading, since a tone that is cut off clicks.
    volume.gain.setValueAtTime(0, begins)
    volume.gain.linearRampToValueAtTime(0.4, begins + 0.01)
    volume.gain.linearRampToValueAtTime(0, begins + for_s)
    oscillator.connect(volume).connect(audio.destination)
    oscillator.start(begins)
    oscillator.stop(begins + for_s)
  }
}
