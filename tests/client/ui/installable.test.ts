import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const at = (path: string) => new URL(`../../../${path}`, import.meta.url)

type Icon = { src: string; sizes: string; type: string; purpose?: string }
const manifest: { icons: Icon[]; shortcuts: { url: string; icons: Icon[] }[] } = JSON.parse(
  readFileSync(at('manifest.webmanifest'), 'utf8'),
)
const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]

/** Width and height from the header of a PNG file. */
function pngSize(path: string): string {
  const file = readFileSync(at(path))
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}

describe('the manifest', () => {
  test('names the app, where it starts and how it opens', () => {
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Equipoise',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      lang: 'en-GB',
    })
  })

  test.each(icons.filter(({ type }) => type === 'image/png'))('$src has the size it says', ({ src, sizes }) => {
    expect(pngSize(`public${src}`)).toBe(sizes)
  })

  test.each(icons)('$src exists', ({ src }) => {
    expect(existsSync(at(`public${src}`))).toBe(true)
  })

  test.each(['192x192', '512x512'])('has an icon of %s for each shape of launcher', (sizes) => {
    const purposes = manifest.icons.filter((icon) => icon.sizes === sizes).map((icon) => icon.purpose)
    expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']))
  })
})

describe('index.html', () => {
  const page = readFileSync(at('src/client/index.html'), 'utf8')

  test('has no script of its own, which the content security policy would refuse', () => {
    expect(page.match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
    expect(page).not.toMatch(/\son[a-z]+=/)
  })

  test('can be enlarged with two fingers', () => {
    expect(page).not.toMatch(/user-scalable|maximum-scale/)
  })

  test('has the icon that an iPad needs', () => {
    expect(page).toContain('href="/icons/apple-touch-icon.png"')
    expect(pngSize('public/icons/apple-touch-icon.png')).toBe('180x180')
  })
})
