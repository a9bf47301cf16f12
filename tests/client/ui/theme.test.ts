import { GROUNDS } from '#domain/accent'
import { readdirSync, readFileSync } from 'node:fs'
import { preprocessCSS, resolveConfig } from 'vite'
import { describe, expect, test } from 'vitest'
import { chartColours, cssVariablesResolver, groupColour, schemes, theme, tones } from '../../../src/client/ui/theme'

/** Relative luminance of a #RRGGBB colour (WCAG 2.2, definition of relative luminance). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const LEAST_TEXT_CONTRAST = 4.5
const LEAST_OUTLINE_CONTRAST = 3

describe('contrast is measured as WCAG says', () => {
  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#FFFFFF', 1],
    ['#0B5563', '#FFFFFF', 8.4],
    ['#767676', '#FFFFFF', 4.5],
  ])('%s on %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1)
  })
})

test.each(['light', 'dark'] as const)('an accent is measured on the background of the %s scheme', (name) => {
  expect(schemes[name].canvas).toBe(GROUNDS[name])
})

describe.each(['light', 'dark'] as const)('every pair of colours that meets in the %s scheme can be read', (name) => {
  const scheme = schemes[name]
  const grounds = { canvas: scheme.canvas, surface: scheme.surface, 'surface under the pointer': scheme.surfaceHover }

  test.each(Object.entries(grounds))('ink and muted ink on %s', (_ground, ground) => {
    expect(contrast(scheme.ink, ground)).toBeGreaterThanOrEqual(LEAST_TEXT_CONTRAST)
    expect(contrast(scheme.muted, ground)).toBeGreaterThanOrEqual(LEAST_TEXT_CONTRAST)
  })

  test.each(Object.entries(grounds))('placeholder and the outline of controls on %s', (_ground, ground) => {
    expect(contrast(scheme.placeholder, ground)).toBeGreaterThanOrEqual(LEAST_TEXT_CONTRAST)
    expect(contrast(scheme.control, ground)).toBeGreaterThanOrEqual(LEAST_OUTLINE_CONTRAST)
  })

  test.each(tones)('%s as text, as a badge, as a button', (tone) => {
    const { strong, strongHover, soft, softHover } = scheme[tone]
    const pairs: [string, string][] = [
      ...Object.values(grounds).map((ground): [string, string] => [strong, ground]),
      [strong, soft],
      [strong, softHover],
      [scheme.ink, soft],
      [scheme.onFill, strong],
      [scheme.onFill, strongHover],
    ]
    expect(pairs.filter(([one, other]) => contrast(one, other) < LEAST_TEXT_CONTRAST)).toEqual([])
  })

  test('the focus ring stands out from its surroundings', () => {
    expect(contrast(scheme.petrol.strong, scheme.canvas)).toBeGreaterThanOrEqual(LEAST_OUTLINE_CONTRAST)
    expect(contrast(scheme.petrol.strong, scheme.petrol.soft)).toBeGreaterThanOrEqual(LEAST_OUTLINE_CONTRAST)
  })
})

describe('charts', () => {
  test('have eight colours, all different', () => {
    expect(new Set(chartColours).size).toBe(8)
  })

  test('the colour of the first group differs from that of the text in greyscale too', () => {
    expect(chartColours[0]).toBe('var(--eq-ink)')
    expect(contrast(schemes.light.ink, groupColour(0))).toBeGreaterThanOrEqual(LEAST_OUTLINE_CONTRAST)
  })

  test('groups have a colour each, as long as there are enough', () => {
    expect(new Set(chartColours.map((_colour, place) => groupColour(place))).size).toBe(chartColours.length)
  })
})

describe('the tokens are the same wherever they appear', () => {
  const root = new URL('../../../', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const petrol = schemes.light.petrol.strong

  test('in the install splash', () => {
    const manifest: unknown = JSON.parse(read('manifest.webmanifest'))
    expect(manifest).toMatchObject({ theme_color: petrol, background_color: petrol })
  })

  test('in the page before its style sheet', () => {
    const page = read('src/client/index.html').toUpperCase()
    expect(page).toContain(petrol)
    for (const colour of [schemes.dark.canvas, schemes.dark.ink, schemes.light.ink]) expect(page).toContain(colour)
  })

  test('in the mark', () => {
    expect(read('public/favicon.svg')).toContain(petrol)
    expect(read('public/favicon.svg')).toContain(schemes.dark.petrol.strong)
  })

  test('the style sheets beside the theme use no variable that it does not set, nor one with a default that no part of a page sets', () => {
    const looks = readdirSync(new URL('src/client/ui/look', root)).map((name) => `src/client/ui/look/${name}`)
    const beside = ['src/client/ui/base.css', ...looks].map(read).join('\n')
    const withDefault = found(beside, /var\((--eq-[a-z-]+),/g)
    const used = found(beside, /(--eq-[a-z-]+)/g)
    expect(used.size).toBeGreaterThan(0)
    const setHere = found(beside, /(--eq-[a-z-]+):/g)
    expect([...used].filter((name) => !withDefault.has(name) && !setHere.has(name) && !isOfTheme(name))).toEqual([])
    const sheets = readdirSync(new URL('src/client', root), { recursive: true, encoding: 'utf8' })
    const set = found(
      sheets.flatMap((name) => (name.endsWith('.module.css') ? read(`src/client/${name}`) : [])).join('\n'),
      /(--eq-[a-z-]+):/g,
    )
    expect([...withDefault].filter((name) => !set.has(name) && !setHere.has(name) && !isOfTheme(name))).toEqual([])
  })

  test('in media queries, which know the breakpoints of the theme', async () => {
    const config = await resolveConfig({ configFile: new URL('vite.config.ts', root).pathname }, 'build')
    const widths = Object.entries(theme.breakpoints ?? {})
    const css = widths.map(([name]) => `@media (min-width: $mantine-breakpoint-${name}) { a { top: 0 } }`).join('\n')
    const { code } = await preprocessCSS(css, 'widths.css', config)
    expect([...code.matchAll(/min-width: (\S+)\)/g)].map(([, width]) => width)).toEqual(
      widths.map(([, width]) => width),
    )
  })
})

/** Only the theme's own variables, not those of Mantine's theme. */
const found = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

const isOfTheme = (name: string) => name in variables().light && name in variables().dark

function variables() {
  const { light, dark } = cssVariablesResolver(Object.create(null))
  return { light, dark }
}
