/*
 * The library's parts at their own addresses. Its front door warns on the console about every Node before 22, on which
 * it runs all the same.
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
