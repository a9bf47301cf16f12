/** How long the browser is given to take the file, in milliseconds. */
const TAKEN_AFTER_MS = 10_000

/** Hands a text to the person as a file of this name and type. */
export const downloadText = (file: { name: string; type: string; text: string }): void => {
  const address = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_AFTER_MS)
}
