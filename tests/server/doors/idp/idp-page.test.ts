import { html } from 'hono/html'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { field, wrongNote } from '../../../../src/server/doors/idp/external/form-parts'
import { markupText } from '../../../../src/server/ground/markup'
import { idpPage, pageHeaders } from '../../../../src/server/doors/idp/idp-page'
import { signInPage, signInStoppedPage } from '../../../../src/server/doors/idp/sign-in-page'
import { sourcesIn } from '../../../architecture/house-files'

/* Pages that the server writes itself, for people who are not signed in. */

const HOSTILE = `"><script>alert('&')</script>`
const SHOWN = '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;'

test.each([
  ['a title and whose page it is', idpPage(HOSTILE, html``, HOSTILE), 3],
  ['what is put into a page', idpPage('Title', html`<p title="${HOSTILE}">${HOSTILE}</p>`), 2],
  ['a reason', signInStoppedPage(HOSTILE), 1],
  ['an address', signInPage(HOSTILE), 1],
  [
    'a field',
    markupText(
      field({ label: HOSTILE, name: 'email', type: 'email', autocomplete: 'username', value: HOSTILE, hint: HOSTILE }),
    ),
    3,
  ],
  ['what is wrong', markupText(html`${wrongNote(HOSTILE)}`), 1],
])('%s is shown as it was written', (_, page, times) => {
  expect(page).not.toContain('<script')
  expect(page.split(SHOWN)).toHaveLength(times + 1)
})

test('a field refers to its hint and its fault, and says whether it may be changed', () => {
  const shown = (isWrong: boolean, isFixed: boolean) =>
    markupText(
      field(
        { label: 'Code', name: 'code', type: 'text', autocomplete: 'one-time-code', hint: 'Six digits', isFixed },
        isWrong,
      ),
    )
  expect(shown(true, false)).toMatch(/aria-invalid="true"\s+aria-describedby="code-hint what-is-wrong"/)
  expect(shown(true, false)).not.toContain('readonly')
  expect(shown(false, true)).toContain('readonly')
  expect(shown(false, true)).not.toContain('aria-invalid')
})

test('the styles of a page are those that its policy allows', () => {
  const [, styles = ''] = /<style>([\s\S]*)<\/style>/.exec(idpPage('Title', html``)) ?? []
  const hash = createHash('sha256').update(styles).digest('base64')
  expect(pageHeaders()['Content-Security-Policy']).toContain(`'sha256-${hash}'`)
})

test('nothing in the server escapes markup itself, and only pieces made here are inserted unescaped', () => {
  const sources = sourcesIn('src/server')
  expect(sources.filter(({ text }) => /&(amp|lt|gt|quot|#39);|&#\$\{/.test(text)).map(({ path }) => path)).toEqual([])
  expect(
    sources
      .filter(({ text }) => /\braw\(/.test(text) && text.includes('hono/html'))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([
    'src/server/doors/idp/external/enrolment.ts',
    'src/server/doors/idp/idp-page.ts',
    'src/server/doors/wall/wall-page.ts',
  ])
})
