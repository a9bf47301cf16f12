/** The message after a trial was created or its settings were saved. */
export const trialSavedMessage = (title: string): string => `Trial configuration for ${title} saved successfully`
