import { escapeHtml } from '../idp-page'

type Field = {
  label: string
  name: string
  type: 'email' | 'password' | 'text'
  /** What a password manager takes it for. */
  autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code'
  value?: string
  /** What may be entered, shown below the label. */
  hint?: string
  isFixed?: boolean
}

/** A labelled field; `isWrong` has it point to the words of `wrongNote`. */
export const field = (attributes: Field, isWrong = false): string => {
  const { label, name, type, autocomplete, value = '', hint, isFixed = false } = attributes
  const described = [...(hint ? [`${name}-hint`] : []), ...(isWrong ? [WRONG_ID] : [])].join(' ')
  return `<div class="field">
        <label for="${name}">${escapeHtml(label)}</label>
        ${hint ? `<small id="${name}-hint">${escapeHtml(hint)}</small>` : ''}
        <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required${isFixed ? ' readonly' : ''}${isWrong ? ' aria-invalid="true"' : ''}${described ? ` aria-describedby="${described}"` : ''}>
      </div>`
}

const WRONG_ID = 'what-is-wrong'

/** What is wrong with what was entered, or nothing. */
export const wrongNote = (words: string | null): string =>
  words === null ? '' : `<p class="wrong" role="alert" id="${WRONG_ID}">${escapeHtml(words)}</p>`

/** The title of a page that says what is wrong, which is read out first. */
export const titleOf = (title: string, wrong: string | null): string => (wrong === null ? title : `Error: ${title}`)

/** How long to wait, in words. */
export const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
