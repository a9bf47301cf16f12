/** What is said once it does so. */
export const DOWNLOAD_BEGUN = 'The download has started. Your browser shows its progress.'

/** Has the browser download what is at an address of ours; the page stays, whatever comes of it. */
export const downloadAddress = (address: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
