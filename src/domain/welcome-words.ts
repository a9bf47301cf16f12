/** The title of the page of visitors. */
export const welcomeTitle = (serviceName: string): string => `Welcome to the ${serviceName}`

/** The description of the service, below its title. */
export const welcomeSentence = (universityName: string): string =>
  `${universityName} randomises participants of research studies here. Every allocation is made exactly once and recorded.`

/** The title of the page on which a visitor signs in. */
export const SIGN_IN_TITLE = 'Sign in'

/** What to do there. */
export const signInSentence = (serviceName: string): string => `Choose the account that you use for the ${serviceName}.`

/** What a visitor may want to know of the providers. */
export const PROVIDERS_NOTE =
  'You sign in at the provider of your account. We never see your password, except for an external user account.'
