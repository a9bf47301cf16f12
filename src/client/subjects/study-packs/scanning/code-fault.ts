/** What is wrong with the three digits of a label as they are typed; null where nothing is. */
export const codeFault = (code: string): string | null =>
  /^\d{3}$/.test(code) ? null : 'Type the three digits from the label'
