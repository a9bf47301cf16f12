// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Failure } from '../../../../../src/client/api/failure'
import { ActionFailure } from '../../../../../src/client/subjects/study-packs/actions/action-failure'
import { theme } from '../../../../../src/client/ui/theme'
import { aShownPack } from '../../../a-shown-pack'

afterEach(cleanup)

const ALLOCATED = 5
const packs = ['K-1', 'K-2', 'K-3'].map((pack_id, index) => aShownPack({ id: index + 1, pack_id }))
const said = { type: '', title: '', status: 409, detail: 'No', message: 'No' }

const refusedFor = (code: 'pack_status_conflict' | 'pack_expired' | 'second_person_needed'): Failure => ({
  kind: 'refused',
  status: 409,
  problem: {
    ...said,
    code,
    packs: [{ id: 2, pack_id: 'K-2', study_pack_status_id: ALLOCATED, last_log: null }],
  },
  request: { method: 'POST', path: '/api/v1/x', at: '2026-11-21T10:00:00.000Z', request_id: null },
})

test.each(['pack_status_conflict', 'pack_expired', 'second_person_needed'] as const)(
  'of several packs those with the reason for the refusal are named (%s), and can be left out',
  (code) => {
    const dropped: (readonly number[])[] = []
    render(
      <MantineProvider theme={theme}>
        <ActionFailure
          failure={refusedFor(code)}
          packs={packs}
          zone="Europe/London"
          onDrop={(ids) => dropped.push(ids)}
        />
      </MantineProvider>,
    )
    expect(screen.getByRole('listitem').textContent).toContain('K-2')
    fireEvent.click(screen.getByRole('button', { name: 'Leave this pack out and continue with 2 packs' }))
    expect(dropped).toEqual([[2]])
  },
)
