/*
 * Types of the library's inner modules. Its main module warns on the console about every Node before 22, although
 * it works there.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider'
  export const createMemoryAdapter: () => AdapterFactory
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const base: typeof interactionPolicy.base
  export const Prompt: typeof interactionPolicy.Prompt
}
