// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Announced } from '../../../src/client/ui/announced'

afterEach(cleanup)

test('a region is empty in its first moment, so that its later text is read out', () => {
  const region = <Announced>The seed is revealed.</Announced>
  expect(renderToString(region)).toMatch(/^<div aria-live="polite"[^>]*><\/div>$/)
  expect(render(region).container.textContent).toBe('The seed is revealed.')
})
