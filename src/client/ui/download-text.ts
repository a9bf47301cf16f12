import { downloadBlob } from './download-blob'

/** Downloads a text as a file of this name and type. */
export const downloadText = (file: { name: string; type: string; text: string }): void =>
  downloadBlob(file.name, new Blob([file.text], { type: `${file.type};charset=utf-8` }))
