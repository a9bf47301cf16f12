// @vitest-environment happy-dom
import { notificationsStore } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { session } from '../../../src/client/session/this-session'
import { appInstanceQuery, meQuery } from '../../../src/client/api/session-queries'
import { PersonalCache } from '../../../src/client/app/personal-cache'
import { toastError } from '../../../src/client/ui/toasts'
import { stopClock } from '../fixed-clock'
import { aToken } from '../tokens'

const opened = () => {
  session.start(aToken('3'))
  const { result } = renderHook(useQueryClient, { wrapper: PersonalCache })
  result.current.setQueryData(meQuery.queryKey, { name: 'Amara Hughes' })
  result.current.setQueryData(appInstanceQuery.queryKey, { instance: 'local' })
  return result
}
const messagesNow = () => notificationsStore.getState().notifications.map(({ title }) => title)
beforeEach(stopClock)
afterEach(cleanup)

describe('the cache of a person’s answers', () => {
  test.each([
    ['signs out', () => session.end()],
    ['is signed out by the server', () => session.refuse(session.token() ?? '')],
    ['is followed by somebody else', () => session.start(aToken('4'))],
  ])('is empty when that person %s, and so is the old one, and their messages are closed', (_, change) => {
    const cache = opened()
    const before = cache.current
    toastError('Not undone', 'Participant 12 was flagged again')
    act(change)
    expect(messagesNow()).toEqual([])
    expect(cache.current.getQueryData(meQuery.queryKey)).toBeUndefined()
    expect(before.getQueryData(meQuery.queryKey)).toBeUndefined()
  })

  test('is not shown any more by a page that stays open while another person signs in', async () => {
    session.start(aToken('3'))
    const { result } = renderHook(
      () => ({ client: useQueryClient(), shown: useQuery({ ...meQuery, enabled: false }).data?.name }),
      { wrapper: PersonalCache },
    )
    const load = (name: string) => result.current.client.setQueryData(meQuery.queryKey, { name })
    const shown = () => result.current.shown
    load('Amara Hughes')
    await expect.poll(shown).toBe('Amara Hughes')
    act(() => session.start(aToken('4')))
    expect(shown()).toBeUndefined()
    load('Ben Okafor')
    await expect.poll(shown).toBe('Ben Okafor')
  })

  test('stays through a renewal of the token', () => {
    const cache = opened()
    toastError('Not undone', 'Participant 12 was flagged again')
    act(() => session.renew(session.token() ?? '', aToken('3').replace('signature', 'other')))
    expect(cache.current.getQueryData(meQuery.queryKey)).toEqual({ name: 'Amara Hughes' })
    expect(messagesNow()).toEqual(['Not undone'])
  })

  test("passes on the installation's settings", () => {
    const cache = opened()
    act(() => session.end())
    expect(cache.current.getQueryData(appInstanceQuery.queryKey)).toEqual({ instance: 'local' })
  })
})
