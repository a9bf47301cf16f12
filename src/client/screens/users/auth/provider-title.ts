import { identityProviderOfId } from '#domain/identity'

/** What a sign-in provider is called; one that is not known any more, by its id. */
export const providerTitle = (idp: string): string => identityProviderOfId(idp)?.title ?? idp
