import { STORED, type DeviceStorage } from '../../browser/device-storage'

/** How far the clock may be corrected, in milliseconds, before it counts as put back; also how often the time is written. */
const SLACK_MS = 60_000

/**
 * Notes the time of this device's clock, so that the next page notices where it was put back. Returns whether it was, as any page
 * has seen since the server's last answer. Then that stays noted until an answer, which corrects any noted time.
 */
export const noteDeviceTime = (storage: DeviceStorage, now: number, isAnswer: boolean): boolean => {
  const latest = Number(storage.read(STORED.latestTime))
  const isPutBack = !isAnswer && now < latest - SLACK_MS
  if (isPutBack) storage.write(STORED.latestTime, 'Infinity')
  // Also where what is stored is no number.
  else if (!(Math.abs(now - latest) <= SLACK_MS)) storage.write(STORED.latestTime, String(now))
  return isPutBack
}
