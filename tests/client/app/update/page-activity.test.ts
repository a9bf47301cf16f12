// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { isEngaged, watchInteraction, watchTyping } from '../../../../src/client/app/update/page-activity'

beforeEach(() => {
  document.body.innerHTML = ''
})

/** Puts the markup on the page and the focus into the element with the id `focus`. */
function page(markup: string) {
  document.body.innerHTML = markup
  document.getElementById('focus')?.focus()
}

describe('isEngaged', () => {
  test.each([
    ['a typed comment', '<textarea id="focus">half a sent</textarea>'],
    ['a typed search', '<input id="focus" type="search" value="A-1">'],
    ['a dialog', '<div role="dialog"></div>'],
    ['a warning', '<div role="alertdialog"></div>'],
  ])('%s engages', (_what, markup) => {
    page(markup)
    expect(isEngaged(document)).toBe(true)
  })

  test.each([
    ['an empty field', '<input id="focus">'],
    ['a tick', '<input id="focus" type="checkbox" checked>'],
    ['a button', '<button id="focus">Sign out</button>'],
    ['a field without the focus', '<input value="A-1"><button id="focus">Sign out</button>'],
    ['an empty page', ''],
  ])('%s does not', (_what, markup) => {
    page(markup)
    expect(isEngaged(document)).toBe(false)
  })
})

describe('watchInteraction', () => {
  test.each(['pointerdown', 'keydown'])('notices the first %s, even where the page swallows it', (kind) => {
    page('<button id="focus">Go</button>')
    const button = document.getElementById('focus')
    button?.addEventListener(kind, (event) => event.stopPropagation())
    const hasInteracted = watchInteraction(window)
    expect(hasInteracted()).toBe(false)
    button?.dispatchEvent(new Event(kind, { bubbles: true }))
    expect(hasInteracted()).toBe(true)
  })
})

describe('watchTyping', () => {
  const type = (markup: string) => {
    document.body.innerHTML = markup
    document.body.firstElementChild?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  test('a typed word counts after the focus has moved, until the page is left', () => {
    const hasTyped = watchTyping(window)
    expect(hasTyped()).toBe(false)
    type('<textarea>half a sent</textarea>')
    expect(hasTyped()).toBe(true)
    history.pushState(null, '', '/elsewhere')
    expect(hasTyped()).toBe(false)
  })

  test('a search does not count, since it is in the address', () => {
    const hasTyped = watchTyping(window)
    type('<input type="search" value="A-1">')
    expect(hasTyped()).toBe(false)
  })
})
