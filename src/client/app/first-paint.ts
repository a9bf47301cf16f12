/** Removes what the server painted before the app was there. */
export const removeFirstPaint = (): void => document.getElementById('first-paint')?.remove()
