/** A shortcut as the sheet lists it. */
export type Shortcut = {
  label: string
  /** The keys together or one after another, as they are drawn. */
  keyCaps: readonly string[]
  /** Whether the second key follows the first. */
  isSequence?: true
  /** The single keys that do it, as `g h`; missing where something else of the page reads them. */
  keys?: string
  action?: () => void
}

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] }

/** A shortcut of one key. */
export const oneKey = (label: string, key: string, action: () => void): Shortcut => ({
  label,
  keyCaps: [key],
  keys: key,
  action,
})

/** A shortcut of `g` and a letter. */
export const goTo = (label: string, key: string, action: () => void): Shortcut => ({
  label,
  keyCaps: ['g', key],
  isSequence: true,
  keys: `g ${key}`,
  action,
})
