/** The message once it has begun. */
export const DOWNLOAD_BEGUN = 'The download has started. Your browser shows its progress.'

/** Has the browser download the file at an address of ours; the page stays, whatever the outcome. */
export const downloadAddress = (address: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
