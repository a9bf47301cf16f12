import type { DeviceAction } from '#contract/device-actions'

export const STATE_WORDS: Record<DeviceAction['state'], string> = {
  unsent: 'Not sent yet',
  refused: 'Refused by the server',
  lost: 'Missing on the device',
  discarded: 'Discarded by the person',
  corrected: 'Corrected',
}

/** The next step of whoever manages the trial. */
export const whatToDo = ({
  participant,
  state,
  user,
}: Pick<DeviceAction, 'participant' | 'state' | 'user'>): string => {
  if (state === 'unsent') return `Ask ${user.name} to sign in on the device and send it.`
  if (state === 'refused') return `Ask ${user.name} to correct or discard it on the device.`
  return participant === null
    ? `Ask ${user.name} whether the packs were dispensed. Record it if they were.`
    : `Ask ${user.name} whether the flag is still needed. Flag the participant if it is.`
}
