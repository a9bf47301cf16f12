/** The fault of the three digits of a label as they are typed; null where they are valid. */
export const codeFault = (code: string): string | null =>
  /^\d{3}$/.test(code) ? null : 'Type the three digits from the label'
