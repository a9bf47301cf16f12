/** A file of its own, so that the build takes Argon2id alone from a library of many functions. */
export { argon2id } from 'hash-wasm'
