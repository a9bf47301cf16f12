// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { EmptyState } from '../../../src/client/ui/empty-state'
import { FailedState } from '../../../src/client/ui/failed-state'
import { ForbiddenState } from '../../../src/client/ui/forbidden-state'
import { PageTitle } from '../../../src/client/ui/page-title'
import { StatusBadge } from '../../../src/client/ui/status-badge'
import { theme } from '../../../src/client/ui/theme'

afterEach(cleanup)

const show = (children: ReactNode) => render(<MantineProvider theme={theme}>{children}</MantineProvider>)

describe('a failure', () => {
  test('says what happened, whether anything was saved, what to do, and the request id', () => {
    show(
      <FailedState
        happened="The participants could not be loaded"
        saved="Nothing was changed."
        next="Check the connection."
        requestId="8f1c"
      />,
    )
    const alert = screen.getByRole('alert').textContent
    for (const words of [
      'The participants could not be loaded',
      'Nothing was changed.',
      'Check the connection.',
      '8f1c',
    ])
      expect(alert).toContain(words)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('can be tried again where that helps', () => {
    let tries = 0
    show(<FailedState happened="No answer" next="Try again." onRetry={() => (tries += 1)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(tries).toBe(1)
    expect(screen.getByRole('alert').textContent).not.toContain('Request ID')
  })
})

test('an empty place has a heading, words and an action', () => {
  show(
    <EmptyState title="No participants yet" action={<button type="button">Randomise the first</button>}>
      Nurses of a site add them.
    </EmptyState>,
  )
  expect(screen.getByRole('heading', { name: 'No participants yet' })).toBeDefined()
  expect(screen.getByText('Nurses of a site add them.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Randomise the first' })).toBeDefined()
})

test('a forbidden place says who can help', () => {
  show(<ForbiddenState>Ask the trial administrator.</ForbiddenState>)
  expect(screen.getByRole('heading').textContent).toBe('You do not have permission to see this')
  expect(screen.getByText('Ask the trial administrator.')).toBeDefined()
})

test('a status is a word with an icon that is not read out', () => {
  const { container } = show(
    <StatusBadge tone="violet" icon={IconEyeOff}>
      Blinded
    </StatusBadge>,
  )
  expect(screen.getByText('Blinded')).toBeDefined()
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

describe('the title of a page', () => {
  test('takes the focus on navigation, not on the first page, and names the tab', () => {
    const first = show(<PageTitle title="Trials" />)
    expect(document.activeElement).toBe(document.body)
    expect(document.title).toBe('Trials · Equipoise')
    first.unmount()

    show(<PageTitle title="Participants" />)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Participants' }))
    expect(document.title).toBe('Participants · Equipoise')
  })

  test('leaves the focus where it is when only its words change', () => {
    const page = show(<PageTitle title="Trial" actions={<button type="button">Randomise participant</button>} />)
    screen.getByRole('button').focus()
    page.rerender(
      <MantineProvider theme={theme}>
        <PageTitle title="Stroke" actions={<button type="button">Randomise participant</button>} />
      </MantineProvider>,
    )
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect(document.title).toBe('Stroke · Equipoise')
  })
})
