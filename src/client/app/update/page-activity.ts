/** Watches for the first touch, click or key on the page; the returned function says whether there was one. */
export function watchInteraction(page: Window): () => boolean {
  let interacted = false
  const note = () => {
    interacted = true
  }
  for (const kind of ['pointerdown', 'keydown']) page.addEventListener(kind, note, { once: true, capture: true })
  return () => interacted
}

/**
 * Watches typing and choices; the returned function says whether there were any on the open page. Searches do not count: they
 * are in the address, and survive a reload.
 */
export function watchTyping(page: Window): () => boolean {
  let typedAt: string | null = null
  const note = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'search') return
    typedAt = page.location.pathname
  }
  page.addEventListener('input', note, { capture: true })
  return () => typedAt === page.location.pathname
}

/** Whether a dialog is open or the focused field has content, which no form may have registered. */
export function isEngaged(page: Document): boolean {
  if (page.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  const field = page.activeElement
  if (field instanceof HTMLTextAreaElement) return field.value !== ''
  if (field instanceof HTMLInputElement) return !pressedFields.has(field.type) && field.value !== ''
  return false
}

const pressedFields = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'range'])
