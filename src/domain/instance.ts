/** Instances that hold sample data and may sign in without a real provider. */
const SAMPLE_INSTANCES: readonly string[] = ['local', 'test']

/** Instances that hide the external user account. */
const INSTANCES_WITHOUT_EXTERNAL_ACCOUNTS: readonly string[] = ['prod', 'demo']

export const isSampleInstance = (instance: string): boolean => SAMPLE_INSTANCES.includes(instance)

export const isProductionInstance = (instance: string): boolean => instance === 'prod'

export const hidesExternalAccounts = (instance: string): boolean =>
  INSTANCES_WITHOUT_EXTERNAL_ACCOUNTS.includes(instance)

/** The text of the banner. */
export const NOT_FOR_REAL_PARTICIPANTS =
  'This is a non-production service only - randomisations should not be used with real participants'

/** Whether the banner warns that randomisations must not be used with real participants. */
export const showsInstanceBanner = (instance: string): boolean => instance !== '' && !isProductionInstance(instance)
