import { argon2id, type IArgon2Options } from 'hash-wasm'

/** 32 bytes of Argon2id. A file of its own, so that the build takes this one function from a library of many. */
export const argon2idBytes = async (
  options: Omit<IArgon2Options, 'hashLength' | 'outputType'>,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await argon2id({ ...options, hashLength: 32, outputType: 'binary' }))
