import { api } from '#contract/api'
import { aShownAlarm, aShownStatus } from '../a-shown-status'
import { press, write } from '../by-hand'
import { answers, AS_ADMINISTRATOR } from '../open-app'
import { WHY, type Dialog } from './shown-dialog'

const acknowledged = { at: '2026-11-21T10:00:00.000Z', by: { id: 4, name: 'Grace Okafor' } }

export const DIALOGS_ABOUT_THE_SERVICE: Record<string, Dialog> = {
  'writing a notice': {
    at: '/status',
    around: [AS_ADMINISTRATOR, answers(api.getServiceStatus, aShownStatus())],
    open: () => press('Write a notice'),
    title: 'Write a notice',
    fields: ['Notice', 'Shown from', 'Time', 'Shown until', 'Time', 'Also on the sign-in page'],
    says: ['Everyone who is signed in sees it as one line, and may dismiss it.'],
    fill: async () => {
      await write(/^Notice( \*)?$/, 'Maintenance on Sunday')
      await write(/^Shown from( \*)?$/, '22/11/2026')
      await write(/^Shown until( \*)?$/, '23/11/2026')
    },
    button: 'Show this notice',
    does: answers(api.createNotice, { data: [] }),
    sends: {
      call: 'POST notices',
      body: {
        text: 'Maintenance on Sunday',
        shown_from: '2026-11-22T00:00:00.000Z',
        shown_until: '2026-11-23T23:59:00.000Z',
        is_on_sign_in: true,
      },
    },
    refusedWith: 'forbidden',
  },
  'acknowledging an alarm': {
    at: '/status',
    around: [AS_ADMINISTRATOR, answers(api.getServiceStatus, aShownStatus({ alarms: [aShownAlarm()] }))],
    open: () => press('Acknowledge alarm 3'),
    title: 'Acknowledge alarm',
    fields: ['Reason'],
    says: ['A ledger is wrong. The alarm closes for every system administrator.'],
    fill: async () => write(/Reason/, WHY),
    button: 'Acknowledge alarm 3',
    does: answers(api.acknowledgeAlarm, aShownAlarm({ acknowledged })),
    sends: { call: 'POST alarms/3/acknowledge', body: { reason: WHY } },
    refusedWith: 'alarm_acknowledged',
  },
}
