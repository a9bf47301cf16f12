/** Whether the keyboard has the keys of an Apple device. */
export const isMac = (): boolean => /Mac|iPad|iPhone/.test(navigator.userAgent)
