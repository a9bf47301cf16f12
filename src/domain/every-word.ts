/** Whether each word of a text occurs in a label, in any case and order; a text without words matches none. */
export const hasEveryWord = (label: string, text: string): boolean => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = label.toLowerCase()
  return words.length > 0 && words.every((word) => lower.includes(word))
}
