import { html } from 'hono/html'
import type { Markup } from '../../../ground/markup'

type Field = {
  label: string
  name: string
  type: 'email' | 'password' | 'text'
  /** The kind of field for password managers. */
  autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code'
  value?: string
  /** A hint below the label. */
  hint?: string
  isFixed?: boolean
}

/** A labelled field; with `isWrong` it refers to the words of `wrongNote`. */
export const field = (attributes: Field, isWrong = false): Markup => {
  const { label, name, type, autocomplete, value = '', hint, isFixed = false } = attributes
  const described = [...(hint ? [`${name}-hint`] : []), ...(isWrong ? [WRONG_ID] : [])].join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint ? html`<small id="${name}-hint">${hint}</small>` : ''}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value}"
      required
      ${isFixed ? 'readonly' : ''}
      ${isWrong ? html`aria-invalid="true"` : ''}
      ${described ? html`aria-describedby="${described}"` : ''}
    />
  </div>`
}

const WRONG_ID = 'what-is-wrong'

/** The fault of the input, or nothing. */
export const wrongNote = (message: string | null): Markup | '' =>
  message === null ? '' : html`<p class="wrong" role="alert" id="${WRONG_ID}">${message}</p>`

/** The title of a page with its fault first, which screen readers read first. */
export const titleOf = (title: string, wrong: string | null): string => (wrong === null ? title : `Error: ${title}`)

/** The time to wait, in words. */
export const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
