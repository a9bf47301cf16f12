// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { answers, holds, openApp, pagesOf } from '../../../open-app'
import { ADMINISTRATOR, PACKED, VIEWER } from '../../shown-lists'

/* A pack links to its participant, and a participant to the packs. */

const PARTICIPANT = aShownParticipant({
  study_packs: [
    { id: 2, pack_id: 'A-2', study_pack_status_id: 5 },
    { id: 3, pack_id: 'B-7', study_pack_status_id: 5 },
  ],
})

const open = (role: number) =>
  openApp('/trials/1/participants/71', [
    ...pagesOf(PACKED, role),
    answers(api.getParticipant, PARTICIPANT),
    holds(api.getParticipantHistory),
    holds(api.listStudyPacks),
  ])

test('a person who may see packs has a link to each of them', async () => {
  open(ADMINISTRATOR)
  const first = await screen.findByRole('link', { name: 'Pack A-2' })
  expect(first.getAttribute('href')).toBe('/trials/1/study-packs/2')
  expect(screen.getByRole('link', { name: 'Pack B-7' }).getAttribute('href')).toBe('/trials/1/study-packs/3')
})

test('another person reads their ids', async () => {
  open(VIEWER)
  expect(await screen.findByText('A-2, B-7')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Pack / })).toBeNull()
})
