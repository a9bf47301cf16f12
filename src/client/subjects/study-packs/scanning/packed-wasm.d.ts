/** The address of a WebAssembly file that the build has packed with gzip (`vite.config.ts`). */
declare module '*.wasm?packed' {
  const address: string
  export default address
}
