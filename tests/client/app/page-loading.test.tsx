// @vitest-environment happy-dom
import { api } from '#contract/api'
import { getPermittedSites, getTrialPermission } from '#contract/session'
import { listParticipants } from '#contract/participants'
import { getTrial } from '#contract/trials'
import { ERRORS } from '#contract/errors'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../a-shown-trial'
import { holds, openApp, pagesOf, type Reply } from '../open-app'
import { ADMINISTRATOR } from '../subjects/shown-lists'

/** Leaves a call without its answer, and records it. */
const noted = (endpoint: Reply['endpoint'], requested: string[]): Reply => {
  const { respond } = holds(endpoint)
  return {
    endpoint,
    respond: () => {
      requested.push(endpoint.path)
      return respond()
    },
  }
}

describe('a page of a trial requests its own answer together with those about the trial', () => {
  test.each([
    ['/trials/1', api.getTrialStatistics],
    ['/trials/1/participants?page=2', listParticipants],
    ['/trials/1/participants/71', api.getParticipant],
    ['/trials/1/users', api.listTrialUsers],
    ['/trials/1/participants/new', getPermittedSites],
  ])('%s', async (at, own) => {
    const requested: string[] = []
    openApp(at, [
      noted(getTrial, requested),
      noted(getTrialPermission, requested),
      noted(own, requested),
      holds(api.getParticipantHistory),
    ])
    await waitFor(() => expect(new Set(requested)).toEqual(new Set([getTrial.path, getTrialPermission.path, own.path])))
  })
})

/* A refused call is recorded as an attempt, so no page may make one that will be refused. */
describe('packs are requested for', () => {
  const about = (role_id: number, requested: string[]) => {
    const [, permission] = pagesOf(aShownTrial({ is_managing_packs: true }), role_id)
    openApp('/trials/1/study-packs', [
      noted(getTrial, requested),
      ...(permission === undefined ? [] : [permission]),
      noted(api.listStudyPacks, requested),
    ])
  }

  test('once it is known that the viewer may see them, before the trial is there', async () => {
    const requested: string[] = []
    about(ADMINISTRATOR, requested)
    await waitFor(() => expect(new Set(requested)).toEqual(new Set([getTrial.path, api.listStudyPacks.path])))
  })
})

test('an invalid id is no page', async () => {
  openApp('/trials/1/participants/none', [holds(getTrial), holds(getTrialPermission)])
  expect(await screen.findByRole('heading', { name: ERRORS.not_found.message })).toBeDefined()
})

test.each([
  ['?page=minus&order=asc&colour=red', '?order=asc'],
  ['?page=2&page_size=20&q=STA', '?page=2&page_size=20&q=STA'],
  ['?flag_status=nonsense', ''],
])('an unknown or invalid field is removed from the address: %s', async (search, shown) => {
  const { address } = openApp(`/trials/1/participants${search}`, [
    holds(getTrial),
    holds(getTrialPermission),
    holds(listParticipants),
  ])
  await waitFor(() => expect(address()).toBe(`/trials/1/participants${shown}`))
  expect(screen.queryByRole('alert')).toBeNull()
})
