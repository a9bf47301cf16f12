import { describe, expect, test } from 'vitest'
import { isShellFileAnswer } from '../../sw/shell-file-type'

describe('never stored as a file of the app', () => {
  test.each([
    ["a firewall's page in place of a script", '/assets/index-1.js', 200, 'text/html; charset=utf-8'],
    ["a firewall's page in place of a style sheet", '/assets/index-1.css', 200, 'text/html'],
    ["a firewall's page in place of a font", '/assets/face.woff2', 200, 'text/html'],
    ['a problem in place of the page', '/index.html', 200, 'application/problem+json'],
    ['an error page', '/index.html', 404, 'text/html'],
    ['a partial answer', '/assets/index-1.js', 206, 'text/javascript'],
    ['an empty answer', '/assets/index-1.js', 204, 'text/javascript'],
    ['an answer without a type', '/assets/index-1.js', 200, null],
    ['a script sent as plain text', '/assets/index-1.js', 200, 'text/plain'],
    ['a file of a kind the app has not', '/assets/index-1.exe', 200, 'text/javascript'],
    ['a file without an ending', '/assets/index', 200, 'text/html'],
  ])('%s', (_what, pathname, status, contentType) => {
    expect(isShellFileAnswer(pathname, { status, contentType })).toBe(false)
  })
})

describe('stored', () => {
  test.each([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/assets/index-1.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-1.js', 'application/javascript'],
    ['/assets/index-1.css', 'TEXT/CSS'],
    ['/assets/face.woff2', 'font/woff2'],
    ['/assets/reader.wasm-1.gz', 'application/gzip'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/icons/equipoise-192.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s as %s', (pathname, contentType) => {
    expect(isShellFileAnswer(pathname, { status: 200, contentType })).toBe(true)
  })
})
