import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readUniversityLogo } from '../../../../src/server/ground/files/university-logo'

import { testPortal, type TestPortal } from '../../../support/portal'

/* The university's logo is checked at the start. Its name changes with its content. */

const SVG =
  '<?xml version="1.0"?>\n<!-- A mark -->\n<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>'
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])

let folder: string
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logo-'))
  const files: Record<string, string | Uint8Array> = {
    'light.svg': SVG,
    'dark.png': PNG,
    'large.svg': SVG + ' '.repeat(64 * 1024),
    'photo.jpg': Uint8Array.from([0xff, 0xd8, 0xff]),
    'page.html': '<html><body><svg></svg></body></html>',
    'script.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'handler.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  }
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(file(name), content)))
})
afterAll(() => rm(folder, { recursive: true }))

const refusalOf = async (light: string | null, dark: string | null = null) => {
  const read = await readUniversityLogo({ university_logo: light, university_logo_dark: dark })
  return read.ok ? null : read.refusal
}

describe('the start is refused, with the setting and the reason', () => {
  test.each([
    ['no-such.svg', /^UNIVERSITY_LOGO names a file that cannot be read/],
    ['large.svg', /^UNIVERSITY_LOGO must be at most 64 KiB; .* has 65$/],
    ['photo.jpg', /^UNIVERSITY_LOGO must be an SVG or PNG file/],
    ['page.html', /^UNIVERSITY_LOGO must be an SVG or PNG file/],
    ['script.svg', /^UNIVERSITY_LOGO must not contain scripts/],
    ['handler.svg', /^UNIVERSITY_LOGO must not contain scripts/],
  ])('by %s', async (name, words) => {
    expect(await refusalOf(file(name))).toMatch(words)
  })

  test('by a dark logo that is at fault, or alone', async () => {
    expect(await refusalOf(file('light.svg'), file('photo.jpg'))).toMatch(/^UNIVERSITY_LOGO_DARK must be an SVG or PNG/)
    expect(await refusalOf(null, file('dark.png'))).toMatch(/^UNIVERSITY_LOGO_DARK needs UNIVERSITY_LOGO/)
  })
})

describe('a portal with a logo', () => {
  let world: TestPortal
  beforeAll(async () => {
    world = await testPortal({
      environment: {
        UNIVERSITY_LOGO: file('light.svg'),
        UNIVERSITY_LOGO_DARK: file('dark.png'),
        UNIVERSITY_ACCENT: '#D6336C',
      },
    })
  })
  afterAll(() => world.stop())

  const shown = async () => {
    const response = await fetch(`${world.url}/api/v1/app-instance`)
    return { ...(await response.json()) }
  }

  test('names it and the accent, and serves both files for ever, as images that run nothing', async () => {
    const { university_logo, university_accent } = await shown()
    expect(university_accent).toBe('#D6336C')
    const [light, dark] = await Promise.all([
      fetch(`${world.url}${university_logo.light}`),
      fetch(`${world.url}${university_logo.dark}`),
    ])
    expect(await light.text()).toBe(SVG)
    expect(new Uint8Array(await dark.arrayBuffer())).toEqual(PNG)
    expect([light, dark].map(({ headers }) => headers.get('Content-Type'))).toEqual(['image/svg+xml', 'image/png'])
    expect(light.headers.get('Cache-Control')).toContain('immutable')
    expect(light.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  })
})

test('a portal without one names none', async () => {
  const world = await testPortal()
  const response = await fetch(`${world.url}/api/v1/app-instance`)
  expect(await response.json()).toMatchObject({ university_logo: null, university_accent: null })
  await world.stop()
})
