/** How long the browser has to read the file, in milliseconds. */
const TAKEN_AFTER_MS = 10_000

/** Downloads content at hand as a file of this name. */
export const downloadBlob = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_AFTER_MS)
}
