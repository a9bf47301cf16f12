import { notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { toastError, toastSuccess } from '../../../src/client/ui/toasts'

/* A toast of success closes automatically. One of failure stays until it is closed. */

const shown = () =>
  notificationsStore.getState().notifications.map(({ title, message, autoClose }) => ({ title, message, autoClose }))

beforeEach(() => notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }))

test('a success message stays for a while', () => {
  toastSuccess('User Ada Obi created successfully')
  expect(shown()).toEqual([{ message: 'User Ada Obi created successfully', autoClose: expect.any(Number) }])
})

test('a failure message stays', () => {
  toastError('User permission was not deleted', 'Unknown error occurred')
  expect(shown()).toEqual([
    { title: 'User permission was not deleted', message: 'Unknown error occurred', autoClose: false },
  ])
})
