import { reportDeviceActions } from '#contract/device-actions'
import { idsOf, type Story } from './begin-story'
import { packsOf } from './story-packs'

const DEVICE = '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11'
const actionId = (number: number) => `7c7d4a55-4f3a-4c9b-8c8f-${String(number).padStart(12, '0')}`

/** Devices report a flag by a person who sees the groups, and packs by a blinded person. */
export const reportedByDevices = async (story: Story) => {
  const { does, world } = story
  const pid = await idsOf(story)
  const pack = await packsOf(story)
  const performed_at = world.clock.now()
  const report = (actions: object[]) => ({ device_id: DEVICE, actions })
  await does(
    'nurse',
    reportDeviceActions.path,
    report([{ id: actionId(1), state: 'refused', participant_id: pid(1), performed_at, refusal_code: 'forbidden' }]),
  )
  const one = { state: 'lost', study_pack_ids: [pack(6).study_pack_id ?? 0], performed_at }
  await does('pharmacist', reportDeviceActions.path, report([{ id: actionId(2), ...one }]))
  await does('coordinator', reportDeviceActions.path, report([{ id: actionId(3), ...one }]))
}
