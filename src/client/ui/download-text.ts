/** How long the browser gets to read the file, in milliseconds. */
const TAKEN_AFTER_MS = 10_000

/** Downloads a text as a file of this name and type. */
export const downloadText = (file: { name: string; type: string; text: string }): void => {
  const address = URL.createObjectURL(new Blob([file.text], { type: `${file.type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_AFTER_MS)
}
