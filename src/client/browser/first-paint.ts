/** Removes the frame that the server painted before the app had loaded. */
export const removeFirstPaint = (): void => document.getElementById('first-paint')?.remove()
