/** The title of the page of visitors. */
export const welcomeTitle = (serviceName: string): string => `Welcome to the ${serviceName}`

/** The description of the service, below its title. */
export const welcomeSentence = (universityName: string): string =>
  `${universityName} randomises participants of research studies here. Every allocation is made exactly once and recorded.`
