/**
 * Whether a response may be stored as this file of the shell: status 200 and the type of the file's name. A captive portal
 * answers with HTML and status 200, which must never be stored as a script.
 */
export function isShellFileAnswer(pathname: string, answer: { status: number; contentType: string | null }): boolean {
  const ending = /\.([a-z0-9]+)$/.exec(pathname)?.[1] ?? ''
  const type = answer.contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return answer.status === 200 && (expectedTypes[ending]?.includes(type) ?? false)
}

const expectedTypes: Record<string, readonly string[]> = {
  html: ['text/html'],
  js: ['text/javascript', 'application/javascript'],
  css: ['text/css'],
  woff2: ['font/woff2', 'application/font-woff2', 'application/octet-stream'],
  gz: ['application/gzip'],
  svg: ['image/svg+xml'],
  png: ['image/png'],
  webmanifest: ['application/manifest+json', 'application/json'],
}
